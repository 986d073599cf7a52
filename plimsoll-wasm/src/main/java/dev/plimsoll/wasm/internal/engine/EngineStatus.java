package dev.plimsoll.wasm.internal.engine;

/** How a run stands after a call into the engine. The first four are those of {@code engine/shim.c}. */
public final class EngineStatus {
    /** The guest has more to do: a timer, a reply to wait for, or nothing; the caller finds out. */
    public static final int GO_ON = 0;

    /** The run has ended, and its exit code is known. */
    public static final int ENDED = 1;

    /** The host said that the run is over. */
    public static final int INTERRUPTED = 2;

    /** The guest needed more memory than it may have, and did not live with that. */
    public static final int OUT_OF_MEMORY = 3;

    /** The engine failed: a trap, or the JVM's stack was not enough. The guest's doing, and no fault of the host. */
    public static final int TRAPPED = 4;

    private EngineStatus() {}
}
