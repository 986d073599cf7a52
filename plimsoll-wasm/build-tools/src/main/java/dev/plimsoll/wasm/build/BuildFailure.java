package dev.plimsoll.wasm.build;

/** The engine is not what this build knows how to turn into classes. */
final class BuildFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BuildFailure(String message) {
        super(message);
    }
}
