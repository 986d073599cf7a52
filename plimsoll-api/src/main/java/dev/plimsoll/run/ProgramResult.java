package dev.plimsoll.run;

import java.util.Objects;

/**
 * What came back from code that has an exit code and two output streams: a snippet or a cell.
 *
 * @since 0.1
 */
public abstract sealed class ProgramResult extends RunResult permits JavaScriptResult, CellResult {
    private final int exitCode;
    private final boolean timedOut;
    private final boolean memoryExceeded;
    private final Output stdout;
    private final Output stderr;

    ProgramResult(Builder<?> builder) {
        super(builder);
        this.exitCode = builder.exitCode;
        this.timedOut = builder.timedOut;
        this.memoryExceeded = builder.memoryExceeded;
        this.stdout = builder.stdout;
        this.stderr = builder.stderr;
    }

    /**
     * Returns the exit code: 0, 1 for an uncaught error, 124 for the deadline, 137 for memory, or what else the guest or
     * its engine ended with. A guest may choose any of them: ask {@link #timedOut()} and {@link #memoryExceeded()}.
     */
    public final int exitCode() {
        return exitCode;
    }

    /** Tells whether the deadline ended the run. */
    public final boolean timedOut() {
        return timedOut;
    }

    /** Tells whether the run was ended because of the memory it used. */
    public final boolean memoryExceeded() {
        return memoryExceeded;
    }

    /** Returns what was written to standard output. */
    public final Output stdout() {
        return stdout;
    }

    /** Returns what was written to standard error. */
    public final Output stderr() {
        return stderr;
    }

    /** Decodes standard output as UTF-8; malformed sequences become U+FFFD. */
    public final String stdoutText() {
        return stdout.text();
    }

    /** Decodes standard error as UTF-8; malformed sequences become U+FFFD. */
    public final String stderrText() {
        return stderr.text();
    }

    /** Tells whether bytes of either stream are missing. */
    public final boolean truncated() {
        return stdout.truncated() || stderr.truncated();
    }

    /**
     * Collects what came back from a program.
     *
     * @param <B> the concrete builder
     */
    public abstract static sealed class Builder<B extends Builder<B>> extends RunResult.Builder<B>
            permits JavaScriptResult.Builder, CellResult.Builder {
        private int exitCode;
        private boolean timedOut;
        private boolean memoryExceeded;
        private Output stdout = Output.empty();
        private Output stderr = Output.empty();

        Builder() {}

        /** Sets the exit code. */
        public final B exitCode(int code) {
            this.exitCode = code;
            return self();
        }

        /** Says whether the deadline ended the run. */
        public final B timedOut(boolean newTimedOut) {
            this.timedOut = newTimedOut;
            return self();
        }

        /** Says whether memory ended the run. */
        public final B memoryExceeded(boolean newMemoryExceeded) {
            this.memoryExceeded = newMemoryExceeded;
            return self();
        }

        /** Sets standard output. */
        public final B stdout(Output output) {
            this.stdout = Objects.requireNonNull(output, "output");
            return self();
        }

        /** Sets standard error. */
        public final B stderr(Output output) {
            this.stderr = Objects.requireNonNull(output, "output");
            return self();
        }
    }
}
