package dev.plimsoll.observe;

import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.Output;
import dev.plimsoll.run.ProgramResult;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunKind;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.StepResult;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of one run. Holds no code, output, path or credential.
 *
 * @since 0.1
 */
public final class RunEvent {
    private final RequestId requestId;
    private final RunKind kind;
    private final String provider;
    private final Isolation isolation;
    private final Disposition disposition;
    private final Duration duration;
    private final @Nullable String traceId;
    private final @Nullable RefusalReason refusal;
    private final @Nullable String failure;
    private final @Nullable RunResult result;

    /** What became of the run. */
    public enum Disposition {
        /** There is a result. */
        COMPLETED,
        /** Nothing ran. */
        REFUSED,
        /** It may have run. */
        UNKNOWN
    }

    /**
     * Makes an event.
     *
     * @param isolation the wall as far as it was known
     * @param refusal why nothing ran; null unless it was refused
     * @param failure the simple name of the exception that was thrown; null for a result
     * @param result the result, also one that came with an exception; null when there is none
     */
    public RunEvent(
            RequestId requestId,
            RunKind kind,
            String provider,
            Isolation isolation,
            Duration duration,
            @Nullable String traceId,
            @Nullable RefusalReason refusal,
            @Nullable String failure,
            @Nullable RunResult result) {
        this.requestId = Objects.requireNonNull(requestId, "requestId");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.provider = Objects.requireNonNull(provider, "provider");
        this.isolation = Objects.requireNonNull(isolation, "isolation");
        this.duration = Objects.requireNonNull(duration, "duration");
        this.traceId = traceId;
        this.refusal = refusal;
        this.failure = failure;
        this.result = result;
        this.disposition =
                refusal != null ? Disposition.REFUSED : failure != null ? Disposition.UNKNOWN : Disposition.COMPLETED;
    }

    /** Returns the run's id. */
    public RequestId requestId() {
        return requestId;
    }

    /** Returns the kind of run. */
    public RunKind kind() {
        return kind;
    }

    /** Returns the id of the provider. */
    public String provider() {
        return provider;
    }

    /** Returns how strong the wall was, as far as it was known; unknown for a run refused before it was asked. */
    public Isolation isolation() {
        return isolation;
    }

    /** Returns what became of the run. */
    public Disposition disposition() {
        return disposition;
    }

    /** Returns the time from the call to its end, waiting included. */
    public Duration duration() {
        return duration;
    }

    /** Returns the caller's trace id, if it was well-formed. */
    public Optional<String> traceId() {
        return Optional.ofNullable(traceId);
    }

    /** Returns why nothing ran. */
    public Optional<RefusalReason> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Returns the simple name of the exception that was thrown. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns the receipt. */
    public Optional<RunRecord> record() {
        return Optional.ofNullable(result).map(RunResult::record);
    }

    /** Returns the exit code of a program, or of a project's last step. */
    public OptionalInt exitCode() {
        if (result instanceof ProgramResult program) {
            return OptionalInt.of(program.exitCode());
        }
        if (result instanceof ProjectResult project && !project.steps().isEmpty()) {
            return OptionalInt.of(
                    project.steps().get(project.steps().size() - 1).exitCode());
        }
        return OptionalInt.empty();
    }

    /** Tells whether the deadline ended the run. */
    public boolean timedOut() {
        if (result instanceof ProgramResult program) {
            return program.timedOut();
        }
        if (result instanceof ProjectResult project) {
            return project.outcome() == Outcome.TIMED_OUT
                    || project.steps().stream().anyMatch(StepResult::timedOut);
        }
        return result instanceof ModuleResult module && module.outcome() == Outcome.TIMED_OUT;
    }

    /** Tells whether memory ended the run. */
    public boolean memoryExceeded() {
        if (result instanceof ProgramResult program) {
            return program.memoryExceeded();
        }
        return result instanceof ProjectResult project && project.memoryExceeded();
    }

    /** Returns how many bytes of output were kept, of all streams. */
    public long outputBytes() {
        if (result instanceof ProgramResult program) {
            return kept(program.stdout(), program.stderr());
        }
        if (result instanceof ProjectResult project) {
            return project.steps().stream()
                    .mapToLong(step -> kept(step.stdout(), step.stderr()))
                    .sum();
        }
        return result instanceof ModuleResult module ? kept(module.stdout(), module.stderr()) : 0;
    }

    private static long kept(Output stdout, Output stderr) {
        return (long) stdout.bytes().length() + stderr.bytes().length();
    }

    @Override
    public String toString() {
        return "RunEvent[" + requestId + ", " + kind.text() + ", " + provider + ", " + disposition + "]";
    }
}
