package dev.plimsoll.spi;

import dev.plimsoll.run.CellRequest;

/**
 * A backend's part of a session: one interpreter, or one after the other. The sandbox calls it from one thread at a time.
 *
 * @since 0.1
 */
public interface BackendSession extends AutoCloseable {
    /** Runs a cell under the contract of the {@code run} methods of {@link SandboxBackend}. */
    CellOutcome runCell(Dispatch<CellRequest> dispatch) throws InterruptedException;

    /** Ends the interpreter and frees everything. Idempotent; may be called while a cell runs, and ends it. */
    @Override
    void close();
}
