package dev.plimsoll.spi;

import java.util.Objects;

/**
 * How one step of a project ended.
 *
 * @param exitCode its exit code
 * @param timedOut whether the deadline ended it
 * @param output its output, from {@link Dispatch#newStepOutput()}
 * @since 0.1
 */
public record StepOutcome(int exitCode, boolean timedOut, StepOutput output) {
    /** Checks for nulls. */
    public StepOutcome {
        Objects.requireNonNull(output, "output");
    }
}
