package dev.plimsoll.internal;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.BackendSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SessionOpening;
import java.util.Objects;
import java.util.Set;

/** Opens sessions: the steps of a run up to the hand-over, with a slot that is kept. */
final class SessionOpener {
    private final SandboxSettings settings;
    private final SandboxBackend backend;
    private final RunPipeline pipeline;
    private final Admission admission;
    private final InFlight inFlight;
    private final Set<SessionCore> open;

    SessionOpener(
            SandboxSettings settings,
            SandboxBackend backend,
            RunPipeline pipeline,
            Admission admission,
            InFlight inFlight,
            Set<SessionCore> open) {
        this.settings = settings;
        this.backend = backend;
        this.pipeline = pipeline;
        this.admission = admission;
        this.inFlight = inFlight;
        this.open = open;
    }

    SessionCore open(String language, long memory) {
        RequestId id = pipeline.nextId();
        RunControl control = inFlight.enter();
        if (control == null) {
            throw new SandboxClosedException("nothing ran: the sandbox is closed; open another", id);
        }
        try {
            pipeline.preflight().checkSession(id);
            RunPipeline.admit(admission, settings, memory, id);
            return admitted(language, memory, id, control);
        } catch (InterruptedException e) {
            throw RunPipeline.interruptedBeforeDispatch(control, id);
        } finally {
            control.finish();
            inFlight.leave(control);
        }
    }

    private SessionCore admitted(String language, long memory, RequestId id, RunControl control) {
        SessionCore opened = null;
        try {
            BackendSession session = handOver(language, memory, id, control);
            opened = new SessionCore(session, pipeline, language, memory, closed -> {
                open.remove(closed);
                admission.release(memory);
            });
            open.add(opened);
            return opened;
        } finally {
            if (opened == null) {
                admission.release(memory);
            }
        }
    }

    private BackendSession handOver(String language, long memory, RequestId id, RunControl control) {
        RunLimits limits = new RunLimits(
                memory,
                settings.limits().outputBytes(),
                settings.limits().artifactBytes(),
                settings.limits().processes());
        Deadline deadline = Deadline.after(settings.limits().timeout());
        control.dispatched(deadline, settings.providerGrace().toNanos());
        try {
            return Objects.requireNonNull(
                    backend.openSession(new SessionOpening(id, language, limits, deadline)), "session");
        } catch (NotDispatchedException e) {
            if (e.requestId().filter(id::equals).isPresent()) {
                throw e;
            }
            throw RunPipeline.failure("the provider refused, but not this session: another id is in it", id, e);
        } catch (InterruptedException e) {
            throw RunPipeline.cancelled(control, id, e);
        } catch (Throwable e) { // the wall between a provider and the application: nothing passes as it is
            throw RunPipeline.failure(
                    "the provider could not open a session: " + e.getClass().getName(), id, e);
        }
    }
}
