package dev.plimsoll.run;

import java.util.Objects;

/**
 * What came back from one row of a module run.
 *
 * @param status the model's status for the row
 * @param outputs the numbers that came back
 * @since 0.1
 */
public record ModuleRun(int status, Doubles outputs) {
    /** Checks for nulls. */
    public ModuleRun {
        Objects.requireNonNull(outputs, "outputs");
    }
}
