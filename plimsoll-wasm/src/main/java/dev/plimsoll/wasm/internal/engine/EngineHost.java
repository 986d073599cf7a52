package dev.plimsoll.wasm.internal.engine;

/**
 * What a run's host gives the guest. Called on the guest's thread only.
 *
 * <p>No method may throw: a failure of the host is not the guest's to see. Arrays are the caller's, valid during the call.
 */
public interface EngineHost {
    /** Takes output. {@code stream}: 1 standard output, 2 standard error, 3 the last value; the guest chooses it. */
    void write(int stream, byte[] source, int offset, int length);

    /** Whether the run is over. Asked some thousand times a second while guest code runs. */
    boolean isOver();

    /** Nanoseconds since the epoch. */
    long wallClock();

    /** Nanoseconds since the run began; never goes back. */
    long runClock();

    /** Fills the range with random bytes. */
    void random(byte[] target, int offset, int length);

    /** Takes a call whose reply comes later; false: not taken. */
    boolean call(int id, byte[] envelope);
}
