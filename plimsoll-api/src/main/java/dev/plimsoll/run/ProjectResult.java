package dev.plimsoll.run;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What came back from a project.
 *
 * @since 0.1
 */
public final class ProjectResult extends RunResult {
    private final Outcome outcome;
    private final String outcomeDetail;
    private final boolean memoryExceeded;
    private final List<StepResult> steps;
    private final List<Artifact> artifacts;
    private final boolean artifactsTruncated;

    private ProjectResult(Builder builder) {
        super(builder);
        this.outcome = builder.outcome;
        this.outcomeDetail = builder.outcomeDetail;
        this.memoryExceeded = builder.memoryExceeded;
        this.steps = builder.steps;
        this.artifacts = builder.artifacts;
        this.artifactsTruncated = builder.artifactsTruncated;
    }

    /** Starts a result; applications get theirs from a sandbox. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public RunKind kind() {
        return RunKind.PROJECT;
    }

    /** Returns how the run ended. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns what is to be said about the outcome, empty when nothing is. */
    public String outcomeDetail() {
        return outcomeDetail;
    }

    /** Tells whether memory ended a step. */
    public boolean memoryExceeded() {
        return memoryExceeded;
    }

    /** Returns the steps that were run, in order; after a failed one no more are. */
    public List<StepResult> steps() {
        return steps;
    }

    /** Returns the artifacts that exist and fitted the budget, in the order asked for. */
    public List<Artifact> artifacts() {
        return artifacts;
    }

    /** Returns one artifact. */
    public Optional<Artifact> artifact(String path) {
        return artifacts.stream().filter(a -> a.path().equals(path)).findFirst();
    }

    /** Tells whether an artifact is missing because the budget was spent. */
    public boolean artifactsTruncated() {
        return artifactsTruncated;
    }

    /** Tells whether the run completed and every step exited with 0. */
    public boolean succeeded() {
        return outcome == Outcome.COMPLETED && steps.stream().allMatch(s -> s.exitCode() == 0);
    }

    /** Collects a result's parts. Not thread-safe. */
    public static final class Builder extends RunResult.Builder<Builder> {
        private Outcome outcome = Outcome.COMPLETED;
        private String outcomeDetail = "";
        private boolean memoryExceeded;
        private List<StepResult> steps = List.of();
        private List<Artifact> artifacts = List.of();
        private boolean artifactsTruncated;

        private Builder() {}

        /** Sets how the run ended and what is to be said about it. */
        public Builder outcome(Outcome newOutcome, String detail) {
            this.outcome = Objects.requireNonNull(newOutcome, "outcome");
            this.outcomeDetail = Objects.requireNonNull(detail, "detail");
            return this;
        }

        /** Says whether memory ended a step. */
        public Builder memoryExceeded(boolean newMemoryExceeded) {
            this.memoryExceeded = newMemoryExceeded;
            return this;
        }

        /** Sets the steps. */
        public Builder steps(List<StepResult> newSteps) {
            this.steps = List.copyOf(newSteps);
            return this;
        }

        /** Sets the artifacts, and whether some are missing because the budget was spent. */
        public Builder artifacts(List<Artifact> newArtifacts, boolean truncated) {
            this.artifacts = List.copyOf(newArtifacts);
            this.artifactsTruncated = truncated;
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        @Override
        public ProjectResult build() {
            return new ProjectResult(this);
        }
    }
}
