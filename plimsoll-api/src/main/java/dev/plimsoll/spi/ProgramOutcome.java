package dev.plimsoll.spi;

import dev.plimsoll.isolation.Evidence;
import java.util.Objects;
import java.util.Optional;

/**
 * How a snippet or cell ended. Its output is in the dispatch's sinks.
 *
 * @param exitCode the exit code
 * @param timedOut whether the deadline ended it
 * @param memoryExceeded whether memory ended it
 * @param lastValue the final bare expression's value, if it was asked for and there is one
 * @param evidence the wall it ran behind
 * @since 0.1
 */
public record ProgramOutcome(
        int exitCode, boolean timedOut, boolean memoryExceeded, Optional<String> lastValue, Evidence evidence) {
    /** The exit code of a run that the deadline ended, as {@code timeout(1)} has it. */
    public static final int EXIT_TIMED_OUT = 124;
    /** The exit code of a run that was killed for memory: 128 and the number of SIGKILL. */
    public static final int EXIT_MEMORY_EXCEEDED = 137;

    /** Checks for nulls. */
    public ProgramOutcome {
        Objects.requireNonNull(lastValue, "lastValue");
        Objects.requireNonNull(evidence, "evidence");
    }

    /** Returns the outcome of a program that ended by itself. */
    public static ProgramOutcome exited(int exitCode, Evidence evidence) {
        return new ProgramOutcome(exitCode, false, false, Optional.empty(), evidence);
    }

    /** Returns the outcome of a program that the deadline ended. */
    public static ProgramOutcome timedOut(Evidence evidence) {
        return new ProgramOutcome(EXIT_TIMED_OUT, true, false, Optional.empty(), evidence);
    }

    /** Returns the outcome of a program that was ended for its memory. */
    public static ProgramOutcome memoryExceeded(Evidence evidence) {
        return new ProgramOutcome(EXIT_MEMORY_EXCEEDED, false, true, Optional.empty(), evidence);
    }

    /** Returns the same outcome with a value of the final bare expression. */
    public ProgramOutcome withLastValue(String value) {
        return new ProgramOutcome(exitCode, timedOut, memoryExceeded, Optional.of(value), evidence);
    }
}
