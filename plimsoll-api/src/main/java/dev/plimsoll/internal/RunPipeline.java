package dev.plimsoll.internal;

import dev.plimsoll.error.IsolationEvidenceMismatchException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.error.SandboxAtCapacityException;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.ReceiptDigester;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.SandboxBackend;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The nine steps of a run, in their order: everything that a provider must not be able to forget.
 *
 * <p>Up to the hand-over every failure is "nothing ran". From there on only the backend's own refusal, carrying this run's
 * id, is; whatever else it throws means that the code may have run, and is named by its class unless it is the backend's
 * own word about this run.
 */
final class RunPipeline {
    private final SandboxSettings settings;
    private final SandboxBackend backend;
    private final MemoryBounds memoryBounds;
    private final Preflight preflight;
    private final Admission admission;
    private final InFlight inFlight;
    private final GrantAccess grants;
    private final AuditLog audit;
    private final RequestIds ids = new RequestIds();
    /** At most as many as there were runs at once. */
    private final Queue<ReceiptDigester> spareDigesters = new ConcurrentLinkedQueue<>();

    RunPipeline(
            SandboxSettings settings,
            SandboxBackend backend,
            BackendFacts facts,
            Admission admission,
            InFlight inFlight,
            AuditLog audit) {
        this.settings = settings;
        this.backend = backend;
        this.memoryBounds = facts.memory();
        this.preflight = new Preflight(settings, backend, facts);
        this.admission = admission;
        this.inFlight = inFlight;
        this.grants = new GrantAccess(settings);
        this.audit = audit;
    }

    /** Runs a request by itself. */
    RunResult run(RunRequest request, RunType<?> type) {
        return observed(request, uncheckedType(type), null);
    }

    /** Runs a request as the next call of a session, which holds a slot already. */
    RunResult run(RunRequest request, RunType<?> type, SessionChain chain) {
        return observed(request, uncheckedType(type), chain);
    }

    @SuppressWarnings("unchecked") // the facade's typed methods pair each request with its own type
    private static <Q extends RunRequest> RunType<Q> uncheckedType(RunType<?> type) {
        return (RunType<Q>) type;
    }

    /** Names a run; a session's opening is one too. */
    RequestId nextId() {
        return ids.next();
    }

    /** Returns what looks at a run before it takes anything. */
    Preflight preflight() {
        return preflight;
    }

    private RunResult observed(RunRequest request, RunType<RunRequest> type, @Nullable SessionChain chain) {
        Attempt attempt = new Attempt(ids.next(), System.nanoTime());
        RunResult result;
        try {
            result = controlled(request, type, chain, attempt);
        } catch (PlimsollException e) {
            audit.failure(settings.provider(), request, attempt, e);
            throw e;
        }
        audit.result(settings.provider(), request, attempt, result);
        return result;
    }

    private RunResult controlled(
            RunRequest request, RunType<RunRequest> type, @Nullable SessionChain chain, Attempt attempt) {
        RunControl control = inFlight.enter();
        if (control == null) {
            throw new SandboxClosedException("nothing ran: the sandbox is closed; open another", attempt.requestId());
        }
        try {
            preflight.check(request, type, attempt);
            return admitted(new Call(request, type, chain, attempt, control));
        } catch (InterruptedException e) {
            throw interruptedBeforeDispatch(control, attempt.requestId());
        } finally {
            control.finish();
            inFlight.leave(control);
        }
    }

    /** What goes through the steps together. */
    private record Call(
            RunRequest request,
            RunType<RunRequest> type,
            @Nullable SessionChain chain,
            Attempt attempt,
            RunControl control) {
        RequestId id() {
            return attempt.requestId();
        }
    }

    /** Step 5: a slot, and memory. A session holds both already. */
    private RunResult admitted(Call call) throws InterruptedException {
        SessionChain chain = call.chain();
        if (chain != null) {
            return granted(call, chain.memoryBytes());
        }
        long memory = settings.memoryBytes(call.request(), memoryBounds);
        admit(admission, settings, memory, call.id());
        try {
            return granted(call, memory);
        } finally {
            admission.release(memory);
        }
    }

    /** Takes a slot and memory, or refuses. */
    static void admit(Admission admission, SandboxSettings settings, long memory, RequestId id)
            throws InterruptedException {
        if (!admission.couldEverFit(memory)) {
            throw new SandboxAtCapacityException(
                    "nothing ran: the run's " + memory + " bytes of memory are more than the "
                            + admission.totalMemoryBytes() + " bytes that all runs of this sandbox may have together;"
                            + " ask for less, or raise the total",
                    id);
        }
        if (!admission.acquire(memory, settings.admissionWait().toNanos())) {
            throw new SandboxAtCapacityException(
                    "nothing ran: no slot or memory became free within " + settings.admissionWait()
                            + "; retry later, or raise the concurrency",
                    id);
        }
    }

    /** Step 6: the broker and the credential. */
    private RunResult granted(Call call, long memory) throws InterruptedException {
        Duration timeout = call.request().timeout().orElse(settings.limits().timeout());
        if (!call.request().isGranted()) {
            return handOver(call, memory, timeout, null);
        }
        try (GrantedRun grant = grants.open(call.request(), timeout, call.id())) {
            return handOver(call, memory, timeout, grant);
        }
    }

    /** Step 7: digest and hand over. */
    private RunResult handOver(Call call, long memory, Duration timeout, @Nullable GrantedRun grant) {
        ReceiptWriter receipt = receipt(call);
        Deadline deadline = Deadline.after(timeout);
        Dispatch<RunRequest> dispatch = new Dispatch<>(
                call.request(),
                call.id(),
                deadline,
                settings.runLimits(call.request(), memory),
                grant == null ? null : grant.start(deadline));
        call.control().dispatched(deadline, settings.providerGrace().toNanos());
        RunResult.Builder<?> returned = dispatched(call, dispatch, grant);
        return judged(call, sealed(call, receipt, returned, deadline, grant));
    }

    private ReceiptWriter receipt(Call call) {
        try {
            return new ReceiptWriter(settings, call.request(), call.chain(), spareDigesters);
        } catch (RuntimeException | Error e) { // the application's clock, most likely; nothing was handed over yet
            throw new NotDispatchedException(
                    RefusalReason.UNSUPPORTED,
                    "nothing ran: the run can have no receipt (" + e.getClass().getName()
                            + "); see that the sandbox's clock tells a time in milliseconds since 1970",
                    call.id(),
                    e);
        }
    }

    private RunResult.Builder<?> dispatched(Call call, Dispatch<RunRequest> dispatch, @Nullable GrantedRun grant) {
        RequestId id = call.id();
        try {
            RunResult.Builder<?> returned = call.type().call(backend, dispatch);
            call.control().finish();
            return returned;
        } catch (NotDispatchedException e) {
            if (!isOf(e, id)) {
                throw failure("the provider refused, but not this run: its refusal carries another id", id, e);
            }
            if (dispatch.hasOutput()) {
                throw failure("the provider refused a run that had written output already", id, e);
            }
            if (grant != null && grant.hasCalled()) {
                throw failure("the provider refused a run that had called the granted API already", id, e);
            }
            throw e;
        } catch (InterruptedException | CancellationException e) {
            throw cancelled(call.control(), id, e);
        } catch (Throwable e) { // the wall between a provider and the application: nothing passes as it is
            if (call.control().wasInterrupted()) {
                throw cancelled(call.control(), id, e);
            }
            if (e instanceof ProviderFailureException own && isOf(own, id)) {
                throw own;
            }
            throw failure("the provider failed: " + e.getClass().getName(), id, e);
        }
    }

    /** Tells whether a provider speaks about this very run. */
    private static boolean isOf(PlimsollException e, RequestId id) {
        return e.requestId().filter(id::equals).isPresent();
    }

    /** Step 9, as far as the receipt goes: it has to be there before the evidence is judged, to come with the verdict. */
    private RunResult sealed(
            Call call,
            ReceiptWriter receipt,
            RunResult.Builder<?> returned,
            Deadline deadline,
            @Nullable GrantedRun grant) {
        try {
            if (grant != null) {
                grant.end(returned);
            }
            returned.provider(settings.provider())
                    .duration(Duration.ofNanos(deadline.elapsedNanos()))
                    .traceId(RequestValidator.traceId(call.request()).orElse(null));
            return receipt.seal(returned);
        } catch (RuntimeException | Error e) { // whatever fails here, the code did run
            throw failure("the run has no receipt: " + e.getClass().getName(), call.id(), e);
        }
    }

    /** Step 8: the evidence that came back, against what was promised. */
    private RunResult judged(Call call, RunResult result) {
        call.attempt().sawIsolation(result.isolation());
        Isolation floor = preflight.floor(call.request());
        if (!result.isolation().meets(floor)) {
            throw new IsolationEvidenceMismatchException(floor, result, call.id());
        }
        if (!Preflight.softwareAllowed(call.request(), result.evidence())) {
            throw new ProviderFailureException(
                    "the run came back from other software than the request's rule allows; it did run",
                    call.id(),
                    null);
        }
        return result;
    }

    static ProviderFailureException failure(String message, RequestId id, Throwable cause) {
        return new ProviderFailureException(message + "; the code may have run", id, cause);
    }

    /** Says who ended a run that was handed over, and leaves the thread's interrupt flag to whom it belongs. */
    static PlimsollException cancelled(RunControl control, RequestId id, Throwable cause) {
        String reason = control.finish();
        if (reason != null) {
            return control.wasOverdue() ? failure(reason, id, cause) : new RunCancelledException(reason, id, cause);
        }
        if (!(cause instanceof InterruptedException) && !Thread.currentThread().isInterrupted()) {
            return failure("the provider gave the run up: " + cause.getClass().getName(), id, cause);
        }
        Thread.currentThread().interrupt();
        return new RunCancelledException("the run was ended by an interrupt of its thread", id, cause);
    }

    /** Says who ended a run that was not handed over, and leaves the thread's interrupt flag to whom it belongs. */
    static NotDispatchedException interruptedBeforeDispatch(RunControl control, RequestId id) {
        if (control.finish() != null) {
            return new SandboxClosedException("nothing ran: the sandbox was closed; open another", id);
        }
        Thread.currentThread().interrupt();
        return new NotDispatchedException(
                RefusalReason.CAPACITY,
                "nothing ran: the thread was interrupted before the run was handed over",
                id,
                null);
    }
}
