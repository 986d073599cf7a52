package dev.plimsoll.e2b;

import dev.plimsoll.e2b.internal.envd.EnvdException;

/** The guest's code was started, or may have been, and its end is not known. The sandbox says so to the caller. */
final class LostRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostRunException(EnvdException cause) {
        super(cause.getMessage() + "; the code was started, or may have been", cause);
    }
}
