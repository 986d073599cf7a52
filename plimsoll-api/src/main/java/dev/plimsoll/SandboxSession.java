package dev.plimsoll;

import dev.plimsoll.internal.SessionCore;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;

/**
 * An interpreter that keeps its state from cell to cell, and whose receipts form a chain.
 *
 * <p>It holds a slot of its sandbox until it is closed. Thread-safe; cells run one after the other.
 *
 * @since 0.1
 */
public final class SandboxSession implements AutoCloseable {
    private final SessionCore core;

    SandboxSession(SessionCore core) {
        this.core = core;
    }

    /**
     * Runs a cell after those before it.
     *
     * @throws dev.plimsoll.error.NotDispatchedException if nothing ran; a retry is safe
     * @throws dev.plimsoll.error.OutcomeUnknownException if it may have run; never retry automatically
     */
    public CellResult runCell(CellRequest request) {
        return core.run(request);
    }

    /** Returns what stands in the records for this session: the SHA-256 of its secret id. */
    public String fingerprint() {
        return core.fingerprint();
    }

    /** Ends the interpreter, also while a cell runs, and gives the slot back. Idempotent. */
    @Override
    public void close() {
        core.close();
    }
}
