package dev.plimsoll.run;

import java.util.Locale;

/**
 * The kinds of run.
 *
 * @since 0.1
 */
public enum RunKind {
    /** One JavaScript snippet. */
    JAVASCRIPT,
    /** Files, shell steps and artifacts. */
    PROJECT,
    /** Rows of numbers through a named model. */
    MODULE,
    /** One cell of an interpreter that lives as long as its session. */
    CELL;

    /** Returns the name as it stands in receipts. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
