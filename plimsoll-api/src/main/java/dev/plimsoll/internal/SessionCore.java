package dev.plimsoll.internal;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.spi.BackendSession;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open session: it holds a slot and memory until it is closed. Thread-safe; cells run one after the other. */
public final class SessionCore {
    private static final Logger LOG = LoggerFactory.getLogger(SessionCore.class);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SESSION_ID_BYTES = 16;

    private final BackendSession session;
    private final RunPipeline pipeline;
    private final SessionChain chain;
    private final String language;
    private final Consumer<SessionCore> onClose;
    private final ReentrantLock oneCellAtATime = new ReentrantLock(true);
    private final AtomicBoolean closed = new AtomicBoolean();

    SessionCore(
            BackendSession session,
            RunPipeline pipeline,
            String language,
            long memoryBytes,
            Consumer<SessionCore> onClose) {
        this.session = session;
        this.pipeline = pipeline;
        this.language = language;
        this.onClose = onClose;
        byte[] id = new byte[SESSION_ID_BYTES];
        RANDOM.nextBytes(id);
        this.chain = new SessionChain(Receipts.sessionFingerprint(HexFormat.of().formatHex(id)), memoryBytes);
    }

    /** Runs a cell after those before it. */
    public CellResult run(CellRequest request) {
        if (!request.language().equals(language)) {
            throw new UnsupportedRunException("nothing ran: the session's language is " + language, pipeline.nextId());
        }
        try {
            oneCellAtATime.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotDispatchedException(
                    RefusalReason.CAPACITY,
                    "nothing ran: the thread was interrupted while an earlier cell ran",
                    pipeline.nextId(),
                    null);
        }
        try {
            if (closed.get()) {
                throw new SandboxClosedException("nothing ran: the session is closed; open another", pipeline.nextId());
            }
            return (CellResult) pipeline.run(request, RunType.cell(session), chain);
        } finally {
            oneCellAtATime.unlock();
        }
    }

    /** Returns what stands in the records for this session. */
    public String fingerprint() {
        return chain.fingerprint();
    }

    /**
     * Ends the interpreter and gives the slot back. Idempotent.
     *
     * @throws ProviderFailureException if the provider fails when it is told to
     */
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                session.close();
            } catch (Throwable e) { // the wall between a provider and the application
                throw new ProviderFailureException(
                        "the provider failed when a session was closed, and may have left something: "
                                + e.getClass().getName(),
                        null,
                        e);
            } finally {
                onClose.accept(this);
            }
        }
    }

    /** Does the same for a sandbox that is closing, which closes the whole backend after it. */
    void closeQuietly() {
        try {
            close();
        } catch (ProviderFailureException e) {
            LOG.warn("a session was left open, and could not be ended when its sandbox was closed", e);
        }
    }
}
