package dev.plimsoll.docker.internal.engine;

/** The engine answers, and cannot be used: its version or its settings. The message says what to do. */
public final class UnsupportedEngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public UnsupportedEngineException(String message) {
        super(message);
    }
}
