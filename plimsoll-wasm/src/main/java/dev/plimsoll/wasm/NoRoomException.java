package dev.plimsoll.wasm;

/** The application's heap has no room for an engine, so that nothing was run. */
final class NoRoomException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoRoomException(OutOfMemoryError cause) {
        super(cause);
    }
}
