package dev.plimsoll.attest;

/**
 * What is wrong with a bundle.
 *
 * @since 0.1
 */
public enum BundleDefect {
    /** The file ends in the middle of a line, as after a crash while it was written. The lines before are good. */
    TORN,
    /** A line is longer than the bound that was set. */
    LINE_TOO_LONG,
    /** A line is not one of a bundle, or not in the one encoding that its content has. */
    MALFORMED,
    /** A signature is not valid, or made with another key. */
    SIGNATURE,
    /** A line is not the one that was written here: lines were dropped, moved, repeated, or come from another bundle. */
    PLACE,
    /** Request, result, evidence and record do not belong together. */
    RECORD,
    /** A session's calls are not whole and in order, or its close says something else. */
    SESSION,
    /** The bundle has no signed end: it is still being written, or it was cut. */
    NOT_CLOSED,
    /** Something follows the signed end. */
    AFTER_CLOSE,
    /** The bundle is a valid one, but not the one that was asked for. */
    OTHER_BUNDLE
}
