package dev.plimsoll.docker.internal.engine;

import org.jspecify.annotations.Nullable;

/** The engine could not be spoken to. What the engine itself answers is docker-java's {@code DockerException} instead. */
public final class EngineFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Kind {
        /** No connection could be made. */
        UNREACHABLE,
        /** The time for the exchange is over. */
        NO_ANSWER,
        /** The calling thread was interrupted; its flag is set. */
        INTERRUPTED,
        /** The connection broke, or what came over it was no answer. */
        BROKEN
    }

    private final Kind kind;

    /** Makes the exception. */
    public EngineFault(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Returns what went wrong. */
    public Kind kind() {
        return kind;
    }
}
