package dev.plimsoll.wasm.internal.engine;

/** The run was told to stop, and the engine's code was in a loop that does not ask by itself. */
final class EngineStopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EngineStopped() {
        super("stopped", null, false, false);
    }
}
