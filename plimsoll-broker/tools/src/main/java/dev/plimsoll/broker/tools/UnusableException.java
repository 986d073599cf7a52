package dev.plimsoll.broker.tools;

/** Says what a user has to change about a file. */
final class UnusableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableException(String message) {
        super(message);
    }
}
