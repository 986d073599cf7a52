package dev.plimsoll.e2b;

import com.google.gson.JsonObject;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.spi.Dispatch;
import java.util.Optional;

/**
 * One run and what it runs with.
 *
 * @param dispatch the run
 * @param vm the microVM that it has to itself
 * @param guarded the guard's part, if the run is granted anything
 * @param settings the account's
 * @param files what the guest's side is made of
 * @param evidence the wall around it
 */
record OpenRun<R extends RunRequest>(
        Dispatch<R> dispatch,
        MicroVm vm,
        Optional<GuardedRun> guarded,
        E2bSettings settings,
        GuestFiles files,
        Evidence evidence) {
    /** Returns what may be transferred of all that the run prints. */
    TransferBudget newBudget() {
        return new TransferBudget(settings.transferBytes());
    }

    /** Completes what the guest's side is told: where it may call. */
    Bytes job(JsonObject job) {
        guarded.ifPresent(run -> run.describe(job));
        return Bytes.utf8(job.toString());
    }
}
