package dev.plimsoll.spi;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunRequest;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * One run, as it is handed to a backend. For the thread it is handed to; the parts are thread-safe.
 *
 * @param <R> the request's type
 * @since 0.1
 */
public final class Dispatch<R extends RunRequest> {
    private final R request;
    private final RequestId requestId;
    private final Deadline deadline;
    private final RunLimits limits;
    private final OutputSink stdout;
    private final OutputSink stderr;
    private final Queue<StepOutput> steps = new ConcurrentLinkedQueue<>();
    private final @Nullable HostApi hostApi;

    /**
     * Makes a dispatch.
     *
     * @param hostApi what a granted run may call; null for a run without a grant
     */
    public Dispatch(R request, RequestId requestId, Deadline deadline, RunLimits limits, @Nullable HostApi hostApi) {
        this.request = Objects.requireNonNull(request, "request");
        this.requestId = Objects.requireNonNull(requestId, "requestId");
        this.deadline = Objects.requireNonNull(deadline, "deadline");
        this.limits = Objects.requireNonNull(limits, "limits");
        this.stdout = new OutputSink(limits.outputBytes());
        this.stderr = new OutputSink(limits.outputBytes());
        this.hostApi = hostApi;
    }

    /** Returns the request; it is within bounds. */
    public R request() {
        return request;
    }

    /** Returns the id of this run. */
    public RequestId requestId() {
        return requestId;
    }

    /** Returns when the run has to end. */
    public Deadline deadline() {
        return deadline;
    }

    /** Returns the run's bounds. */
    public RunLimits limits() {
        return limits;
    }

    /** Returns what takes standard output. Projects use {@link #newStepOutput()} instead. */
    public OutputSink stdout() {
        return stdout;
    }

    /** Returns what takes standard error. Projects use {@link #newStepOutput()} instead. */
    public OutputSink stderr() {
        return stderr;
    }

    /** Makes the sinks of one project step. */
    public StepOutput newStepOutput() {
        StepOutput step = new StepOutput(limits.outputBytes());
        steps.add(step);
        return step;
    }

    /** Returns what the run may call; empty for a run without a grant, which must find nothing to call. */
    public Optional<HostApi> hostApi() {
        return Optional.ofNullable(hostApi);
    }

    /** Tells whether anything arrived in {@link #stdout()}, {@link #stderr()} or a step's output: then something ran. */
    public boolean hasOutput() {
        return stdout.isTouched() || stderr.isTouched() || steps.stream().anyMatch(Dispatch::isTouched);
    }

    private static boolean isTouched(StepOutput step) {
        return step.stdout().isTouched() || step.stderr().isTouched();
    }

    /**
     * Makes the provider's own refusal, which carries this run's id. Throw it only if nothing of the code has left.
     *
     * @param reason why nothing ran
     * @param message what is wrong and what to do, without code, output, paths and credentials
     * @param cause what led to it; null for nothing
     */
    public NotDispatchedException refusal(RefusalReason reason, String message, @Nullable Throwable cause) {
        return new NotDispatchedException(reason, message, requestId, cause);
    }
}
