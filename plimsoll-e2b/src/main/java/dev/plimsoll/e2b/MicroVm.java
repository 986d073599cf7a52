package dev.plimsoll.e2b;

import dev.plimsoll.e2b.internal.envd.EnvdClient;
import dev.plimsoll.e2b.internal.envd.EnvdException;
import dev.plimsoll.e2b.internal.envd.FileContent;
import dev.plimsoll.e2b.internal.envd.ProcessCall;
import dev.plimsoll.e2b.internal.envd.ProcessEnd;
import dev.plimsoll.e2b.internal.envd.ProcessSpec;
import dev.plimsoll.e2b.internal.envd.ProcessWatch;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A microVM of one run: until the guest's code is started, what fails means that nothing ran. For one thread. */
final class MicroVm implements AutoCloseable {
    private final EnvdClient envd;
    private final Duration callTimeout;
    private final Runnable end;
    private boolean guestStarted;

    MicroVm(EnvdClient envd, Duration callTimeout, Runnable end) {
        this.envd = envd;
        this.callTimeout = callTimeout;
        this.end = end;
    }

    /** Writes files of ours. */
    void stage(Dispatch<?> dispatch, Map<String, Bytes> files) throws InterruptedException {
        try {
            envd.upload(files, bound(dispatch.deadline()));
        } catch (EnvdException e) {
            throw notStarted(dispatch, e);
        }
    }

    /** Runs a process of ours that has to be over before the guest's code starts. */
    ProcessEnd prepare(Dispatch<?> dispatch, ProcessSpec spec, ProcessWatch watch) throws InterruptedException {
        try {
            return envd.run(spec, new ProcessCall(watch), dispatch.deadline());
        } catch (EnvdException e) {
            throw notStarted(dispatch, e);
        }
    }

    /** Runs the guest's code, or what comes after it. */
    ProcessEnd run(Dispatch<?> dispatch, ProcessSpec spec, ProcessWatch watch) throws InterruptedException {
        ProcessCall call = new ProcessCall(watch);
        try {
            return envd.run(spec, call, dispatch.deadline());
        } catch (EnvdException e) {
            if (!guestStarted && !call.wasSent()) {
                throw notStarted(dispatch, e);
            }
            throw new LostRunException(e);
        } finally {
            guestStarted |= call.wasSent();
        }
    }

    /** Reads a file after the guest's code ran. */
    Optional<FileContent> read(Dispatch<?> dispatch, String path, int most) throws InterruptedException {
        try {
            return envd.download(path, most, bound(dispatch.deadline()));
        } catch (EnvdException e) {
            throw new LostRunException(e);
        }
    }

    private Duration bound(Deadline deadline) {
        Duration left = deadline.remaining();
        return left.compareTo(callTimeout) < 0 ? left : callTimeout;
    }

    private static RuntimeException notStarted(Dispatch<?> dispatch, EnvdException e) {
        RefusalReason reason =
                e.failure() == EnvdException.Failure.PROTOCOL ? RefusalReason.PROTOCOL : RefusalReason.CAPACITY;
        return dispatch.refusal(reason, "nothing ran: " + e.getMessage() + "; retry later", e);
    }

    /** Kills it. Idempotent is what is behind: it is called once. */
    @Override
    public void close() {
        end.run();
    }
}
