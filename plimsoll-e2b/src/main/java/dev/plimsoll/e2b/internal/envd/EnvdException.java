package dev.plimsoll.e2b.internal.envd;

import org.jspecify.annotations.Nullable;

/** A call into a microVM that did not succeed. Its message holds nothing of what was sent or answered. */
public final class EnvdException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    /** What it was that failed. */
    public enum Failure {
        /** The microVM is gone. */
        GONE("the microVM is gone"),
        /** The connection was lost, or the stream ended without its last frame. */
        CUT("the connection to the microVM was lost"),
        /** Nothing was heard for too long. */
        SILENT("the microVM does not answer"),
        /** What came is not what the daemon says. */
        PROTOCOL("the microVM's daemon answered what cannot be read"),
        /** The daemon, or the edge before it, refused. */
        REFUSED("the microVM's daemon refused");

        private final String text;

        Failure(String text) {
            this.text = text;
        }
    }

    EnvdException(Failure failure, String what, String detail, @Nullable Throwable cause) {
        super(what + ": " + failure.text + (detail.isEmpty() ? "" : " (" + detail + ")"), cause);
        this.failure = failure;
    }

    /** Returns what it was that failed. */
    public Failure failure() {
        return failure;
    }
}
