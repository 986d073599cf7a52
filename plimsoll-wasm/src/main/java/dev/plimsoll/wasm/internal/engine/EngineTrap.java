package dev.plimsoll.wasm.internal.engine;

/**
 * The engine's code did what WebAssembly traps: the instance is of no use any more.
 *
 * <p>Has no stack trace: it is the guest's doing, and its frames are generated code.
 */
final class EngineTrap extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EngineTrap(String message) {
        super(message, null, false, false);
    }
}
