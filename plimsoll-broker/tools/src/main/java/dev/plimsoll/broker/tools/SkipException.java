package dev.plimsoll.broker.tools;

/** Says why an operation cannot be offered. */
final class SkipException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    SkipException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    String reason() {
        return reason;
    }
}
