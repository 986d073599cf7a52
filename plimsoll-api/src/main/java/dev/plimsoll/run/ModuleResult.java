package dev.plimsoll.run;

import java.util.List;
import java.util.Objects;

/**
 * What came back from a module run.
 *
 * @since 0.1
 */
public final class ModuleResult extends RunResult {
    private final Outcome outcome;
    private final String outcomeDetail;
    private final int width;
    private final Output stdout;
    private final Output stderr;
    private final List<ModuleRun> runs;

    private ModuleResult(Builder builder) {
        super(builder);
        this.outcome = builder.outcome;
        this.outcomeDetail = builder.outcomeDetail;
        this.width = builder.width;
        this.stdout = builder.stdout;
        this.stderr = builder.stderr;
        this.runs = builder.runs;
    }

    /** Starts a result; applications get theirs from a sandbox. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public RunKind kind() {
        return RunKind.MODULE;
    }

    /** Returns how the run ended. */
    public Outcome outcome() {
        return outcome;
    }

    /** Returns what is to be said about the outcome, empty when nothing is. */
    public String outcomeDetail() {
        return outcomeDetail;
    }

    /** Returns how many numbers the model gives for each moment. */
    public int width() {
        return width;
    }

    /** Returns what was written to standard output. */
    public Output stdout() {
        return stdout;
    }

    /** Returns what was written to standard error. */
    public Output stderr() {
        return stderr;
    }

    /** Returns a run for each row, in order. */
    public List<ModuleRun> runs() {
        return runs;
    }

    /** Collects a result's parts. Not thread-safe. */
    public static final class Builder extends RunResult.Builder<Builder> {
        private Outcome outcome = Outcome.COMPLETED;
        private String outcomeDetail = "";
        private int width;
        private Output stdout = Output.empty();
        private Output stderr = Output.empty();
        private List<ModuleRun> runs = List.of();

        private Builder() {}

        /** Sets how the run ended and what is to be said about it. */
        public Builder outcome(Outcome newOutcome, String detail) {
            this.outcome = Objects.requireNonNull(newOutcome, "outcome");
            this.outcomeDetail = Objects.requireNonNull(detail, "detail");
            return this;
        }

        /** Sets how many numbers the model gives for each moment. */
        public Builder width(int newWidth) {
            this.width = newWidth;
            return this;
        }

        /** Sets standard output. */
        public Builder stdout(Output output) {
            this.stdout = Objects.requireNonNull(output, "output");
            return this;
        }

        /** Sets standard error. */
        public Builder stderr(Output output) {
            this.stderr = Objects.requireNonNull(output, "output");
            return this;
        }

        /** Sets the runs. */
        public Builder runs(List<ModuleRun> newRuns) {
            this.runs = List.copyOf(newRuns);
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        @Override
        public ModuleResult build() {
            return new ModuleResult(this);
        }
    }
}
