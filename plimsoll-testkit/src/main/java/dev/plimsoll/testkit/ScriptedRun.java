package dev.plimsoll.testkit;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * What a scripted sandbox does with one run. Immutable.
 *
 * @since 0.1
 */
public final class ScriptedRun {
    /** One way to deal with a run. */
    private interface Play {
        ProgramOutcome play(Dispatch<?> dispatch, Evidence evidence) throws InterruptedException;
    }

    private final Play play;

    private ScriptedRun(Play play) {
        this.play = play;
    }

    /** Prints a text to standard output and exits with 0. */
    public static ScriptedRun printing(String stdout) {
        return exiting(0, stdout, "");
    }

    /** Exits with a code and prints nothing. */
    public static ScriptedRun exiting(int code) {
        return exiting(code, "", "");
    }

    /** Prints to both streams and exits with a code. */
    public static ScriptedRun exiting(int code, String stdout, String stderr) {
        return exiting(code, Bytes.utf8(stdout), Bytes.utf8(stderr));
    }

    /** Prints raw bytes to both streams and exits with a code. */
    public static ScriptedRun exiting(int code, Bytes stdout, Bytes stderr) {
        return new ScriptedRun((dispatch, evidence) -> {
            dispatch.stdout().write(stdout.toByteArray());
            dispatch.stderr().write(stderr.toByteArray());
            return ProgramOutcome.exited(code, evidence);
        });
    }

    /** Ends as at the deadline, with 124, without waiting for it. */
    public static ScriptedRun timingOut() {
        return new ScriptedRun((dispatch, evidence) -> ProgramOutcome.timedOut(evidence));
    }

    /** Ends as for memory, with 137. */
    public static ScriptedRun exceedingMemory() {
        return new ScriptedRun((dispatch, evidence) -> ProgramOutcome.memoryExceeded(evidence));
    }

    /** Takes until the deadline, or until the run is cancelled. */
    public static ScriptedRun hanging() {
        return new ScriptedRun((dispatch, evidence) -> {
            while (!dispatch.deadline().isExpired()) {
                LockSupport.parkNanos(Math.max(1, dispatch.deadline().remainingNanos()));
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            return ProgramOutcome.timedOut(evidence);
        });
    }

    /** Refuses the run with its own mark: the caller sees {@link NotDispatchedException}. */
    public static ScriptedRun refusing(RefusalReason reason) {
        return new ScriptedRun((dispatch, evidence) -> {
            throw dispatch.refusal(reason, "nothing ran: the script refuses this run", null);
        });
    }

    /** Refuses with another run's mark, which does not count: the caller sees that the outcome is unknown. */
    public static ScriptedRun refusingAs(RequestId foreign) {
        return new ScriptedRun((dispatch, evidence) -> {
            throw new NotDispatchedException(RefusalReason.CAPACITY, "the script refuses another run", foreign, null);
        });
    }

    /** Fails as a broken provider does: the caller sees that the outcome is unknown. */
    public static ScriptedRun failing(Supplier<? extends RuntimeException> fault) {
        return new ScriptedRun((dispatch, evidence) -> {
            throw fault.get();
        });
    }

    /** Does the same, but comes back with another tier than the one stated before. */
    public ScriptedRun comingBackBehind(Isolation tier) {
        return new ScriptedRun((dispatch, evidence) -> play.play(
                dispatch, new Evidence(tier, evidence.environment(), evidence.policy(), evidence.softwareIdentity())));
    }

    ProgramOutcome play(Dispatch<?> dispatch, Evidence evidence) throws InterruptedException {
        return play.play(dispatch, evidence);
    }
}
