package dev.plimsoll.internal;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.SandboxAtCapacityException;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.error.SandboxDisabledException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.BackendSession;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SessionOpening;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An open session: it holds a slot and memory until it is closed. Thread-safe; cells run one after the other. */
public final class SessionCore {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SESSION_ID_BYTES = 16;

    private final BackendSession session;
    private final RunPipeline pipeline;
    private final SessionChain chain;
    private final String language;
    private final Runnable onClose;
    private final ReentrantLock oneCellAtATime = new ReentrantLock(true);
    private final AtomicBoolean closed = new AtomicBoolean();

    private SessionCore(BackendSession session, RunPipeline pipeline, String language, Runnable onClose) {
        this.session = session;
        this.pipeline = pipeline;
        this.language = language;
        this.onClose = onClose;
        byte[] id = new byte[SESSION_ID_BYTES];
        RANDOM.nextBytes(id);
        this.chain = new SessionChain(Receipts.sessionFingerprint(HexFormat.of().formatHex(id)));
    }

    static SessionCore open(
            SandboxCore core,
            RunPipeline pipeline,
            Admission admission,
            InFlight inFlight,
            String language,
            @Nullable Long memoryBytes) {
        RequestId id = pipeline.nextId();
        SandboxSettings settings = core.settings();
        if (settings.isDisabled()) {
            throw new SandboxDisabledException("no provider was chosen, so there are no sessions", id);
        }
        if (!core.backend().capabilities().contains(Capability.SESSION)) {
            throw new UnsupportedRunException("provider " + settings.provider() + " has no sessions", id);
        }
        RunControl control = inFlight.enter();
        if (control == null) {
            throw new SandboxClosedException("the sandbox is closed; open another", id);
        }
        long memory = memoryBytes != null
                ? memoryBytes
                : settings.standardMemory(core.backend().memoryBounds());
        boolean held = false;
        boolean opened = false;
        try {
            held = admission.acquire(memory, settings.admissionWait().toNanos());
            if (!held) {
                throw new SandboxAtCapacityException(
                        "no slot or memory became free for a session within " + settings.admissionWait(), id);
            }
            RunLimits limits = new RunLimits(
                    memory,
                    settings.limits().outputBytes(),
                    settings.limits().artifactBytes(),
                    settings.limits().processes());
            Deadline deadline = Deadline.after(settings.limits().timeout());
            control.dispatched(deadline, settings.providerGrace().toNanos());
            BackendSession session = core.backend().openSession(new SessionOpening(id, language, limits, deadline));
            opened = true;
            return new SessionCore(session, pipeline, language, () -> admission.release(memory));
        } catch (InterruptedException e) {
            if (control.finish() == null) {
                Thread.currentThread().interrupt();
            }
            throw new ProviderFailureException("the opening of a session was interrupted", id, e);
        } catch (NotDispatchedException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) { // a provider's fault, named and passed on
            throw new ProviderFailureException("the provider could not open a session", id, e);
        } finally {
            control.finish();
            inFlight.leave(control);
            if (held && !opened) {
                admission.release(memory);
            }
        }
    }

    /** Runs a cell after those before it. */
    public CellResult run(CellRequest request) {
        if (!request.language().equals(language)) {
            throw new UnsupportedRunException("the session's language is " + language, null);
        }
        try {
            oneCellAtATime.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxAtCapacityException("nothing ran: interrupted while an earlier cell ran", null);
        }
        try {
            if (closed.get()) {
                throw new SandboxClosedException("the session is closed; open another", null);
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

    /** Ends the interpreter and gives the slot back. Idempotent. */
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                session.close();
            } finally {
                onClose.run();
            }
        }
    }
}
