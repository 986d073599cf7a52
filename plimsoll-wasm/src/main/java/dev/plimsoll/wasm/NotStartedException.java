package dev.plimsoll.wasm;

/** No thread took the guest, so that nothing of it ran. */
final class NotStartedException extends Exception {
    private static final long serialVersionUID = 1L;

    NotStartedException(String message, Throwable cause) {
        super(message, cause);
    }
}
