package dev.plimsoll.run;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What every result says besides what the guest did.
 *
 * <p>Results are immutable and thread-safe. A guest that failed is a result like any other.
 *
 * @since 0.1
 */
public abstract sealed class RunResult permits ProgramResult, ProjectResult, ModuleResult {
    private final String provider;
    private final Evidence evidence;
    private final Duration duration;
    private final CallTrace calls;
    private final List<String> advice;
    private final @Nullable String traceId;
    private final RunRecord record;

    RunResult(Builder<?> builder) {
        this.provider = builder.provider;
        this.evidence = Objects.requireNonNull(builder.evidence, "evidence");
        this.duration = builder.duration;
        this.calls = builder.calls;
        this.advice = builder.advice;
        this.traceId = builder.traceId;
        this.record = Objects.requireNonNull(builder.record, "record");
    }

    /** Returns what kind of run this came from. */
    public abstract RunKind kind();

    /** Returns the id of the provider that ran it. */
    public final String provider() {
        return provider;
    }

    /** Returns how strong the wall around the run was. */
    public final Isolation isolation() {
        return evidence.isolation();
    }

    /** Returns the evidence that came back with the run. */
    public final Evidence evidence() {
        return evidence;
    }

    /** Returns the time from dispatch to result; no part of the receipt. */
    public final Duration duration() {
        return duration;
    }

    /** Returns what the run called, metadata only; no part of the receipt. */
    public final CallTrace calls() {
        return calls;
    }

    /** Returns findings about how the run used its grant, for its author; no part of the receipt. */
    public final List<String> advice() {
        return advice;
    }

    /** Returns the caller's trace id, if it was well-formed. */
    public final Optional<String> traceId() {
        return Optional.ofNullable(traceId);
    }

    /** Returns the receipt. */
    public final RunRecord record() {
        return record;
    }

    /** Shows metadata only: output is a guest's. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[provider=" + provider + ", isolation="
                + evidence.isolation().text() + ", record=" + record.recordSha256() + "]";
    }

    /**
     * Collects what every result says.
     *
     * @param <B> the concrete builder
     */
    public abstract static sealed class Builder<B extends Builder<B>>
            permits ProgramResult.Builder, ProjectResult.Builder, ModuleResult.Builder {
        private String provider = "";
        private @Nullable Evidence evidence;
        private Duration duration = Duration.ZERO;
        private CallTrace calls = CallTrace.none();
        private List<String> advice = List.of();
        private @Nullable String traceId;
        private @Nullable RunRecord record;

        Builder() {}

        abstract B self();

        /** Makes the result; needs evidence and a record. */
        public abstract RunResult build();

        /** Sets the id of the provider. */
        public final B provider(String id) {
            this.provider = Objects.requireNonNull(id, "id");
            return self();
        }

        /** Sets the evidence that came back with the run. */
        public final B evidence(Evidence newEvidence) {
            this.evidence = Objects.requireNonNull(newEvidence, "evidence");
            return self();
        }

        /** Sets the time from dispatch to result. */
        public final B duration(Duration newDuration) {
            this.duration = Objects.requireNonNull(newDuration, "duration");
            return self();
        }

        /** Sets what the run called. */
        public final B calls(CallTrace trace) {
            this.calls = Objects.requireNonNull(trace, "trace");
            return self();
        }

        /** Sets the findings about how the run used its grant. */
        public final B advice(List<String> findings) {
            this.advice = List.copyOf(findings);
            return self();
        }

        /** Sets the caller's trace id; null for none. */
        public final B traceId(@Nullable String id) {
            this.traceId = id;
            return self();
        }

        /** Sets the receipt. */
        public final B record(RunRecord newRecord) {
            this.record = Objects.requireNonNull(newRecord, "record");
            return self();
        }
    }
}
