package dev.plimsoll.run;

/**
 * What came back from a cell.
 *
 * @since 0.1
 */
public final class CellResult extends ProgramResult {
    private final boolean interpreterStarted;
    private final boolean interpreterEnded;

    private CellResult(Builder builder) {
        super(builder);
        this.interpreterStarted = builder.interpreterStarted;
        this.interpreterEnded = builder.interpreterEnded;
    }

    /** Starts a result; applications get theirs from a session. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public RunKind kind() {
        return RunKind.CELL;
    }

    /** Tells whether a new interpreter was started for this cell, so that earlier cells' state is not there. */
    public boolean interpreterStarted() {
        return interpreterStarted;
    }

    /** Tells whether the interpreter is gone after this cell, and its state with it. */
    public boolean interpreterEnded() {
        return interpreterEnded;
    }

    /** Collects a result's parts. Not thread-safe. */
    public static final class Builder extends ProgramResult.Builder<Builder> {
        private boolean interpreterStarted;
        private boolean interpreterEnded;

        private Builder() {}

        /** Says what happened to the interpreter. */
        public Builder interpreter(boolean started, boolean ended) {
            this.interpreterStarted = started;
            this.interpreterEnded = ended;
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        @Override
        public CellResult build() {
            return new CellResult(this);
        }
    }
}
