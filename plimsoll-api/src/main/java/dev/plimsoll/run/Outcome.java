package dev.plimsoll.run;

import java.util.Locale;

/**
 * How a project or module run ended.
 *
 * @since 0.1
 */
public enum Outcome {
    /** Every step was run that was due; a step may have failed. */
    COMPLETED(1),
    /** The files could not be laid out, so no step was run. */
    SETUP_FAILED(2),
    /** The deadline ended the run. */
    TIMED_OUT(3),
    /** What came from inside was not what the runner sends: a guest meddled with it, or the runner is broken. */
    PROTOCOL_ERROR(4);

    private final int code;

    Outcome(int code) {
        this.code = code;
    }

    /** Returns the number as it stands in receipts. */
    public int code() {
        return code;
    }

    /** Returns the name in lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
