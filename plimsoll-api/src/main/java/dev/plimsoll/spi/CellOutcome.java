package dev.plimsoll.spi;

import java.util.Objects;

/**
 * How a cell ended, and its interpreter with it.
 *
 * @param program how the cell ended
 * @param interpreterStarted whether an interpreter was started for this cell
 * @param interpreterEnded whether the interpreter is gone after it
 * @since 0.1
 */
public record CellOutcome(ProgramOutcome program, boolean interpreterStarted, boolean interpreterEnded) {
    /** Checks for nulls. */
    public CellOutcome {
        Objects.requireNonNull(program, "program");
    }
}
