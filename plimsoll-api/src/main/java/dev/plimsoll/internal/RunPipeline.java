package dev.plimsoll.internal;

import dev.plimsoll.error.EnvironmentMismatchException;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.IsolationEvidenceMismatchException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.error.SandboxAtCapacityException;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.error.SandboxDisabledException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SandboxBackend;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The nine steps of a run, in their order: everything that a provider must not be able to forget.
 *
 * <p>Up to the hand-over every failure is "nothing ran". From there on only the backend's own refusal, carrying this run's
 * id, is; whatever else it throws means that the code may have run.
 */
final class RunPipeline {
    private final SandboxSettings settings;
    private final SandboxBackend backend;
    private final Set<Capability> capabilities;
    private final RequestValidator validator;
    private final Admission admission;
    private final InFlight inFlight;
    private final GrantAccess grants;
    private final AuditLog audit;
    private final RequestIds ids = new RequestIds();

    RunPipeline(
            SandboxSettings settings, SandboxBackend backend, Admission admission, InFlight inFlight, AuditLog audit) {
        this.settings = settings;
        this.backend = backend;
        this.capabilities = Set.copyOf(backend.capabilities());
        this.validator = new RequestValidator(backend.memoryBounds());
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

    private RunResult observed(RunRequest request, RunType<RunRequest> type, @Nullable SessionChain chain) {
        Attempt attempt = new Attempt(ids.next(), System.nanoTime());
        try {
            RunResult result = controlled(request, type, chain, attempt);
            audit.result(settings.provider(), request, attempt, result);
            return result;
        } catch (PlimsollException e) {
            audit.failure(settings.provider(), request, attempt, e);
            throw e;
        }
    }

    private RunResult controlled(
            RunRequest request, RunType<RunRequest> type, @Nullable SessionChain chain, Attempt attempt) {
        RunControl control = inFlight.enter();
        if (control == null) {
            throw new SandboxClosedException("the sandbox is closed; open another", attempt.requestId());
        }
        try {
            checkAll(request, type, attempt);
            return admitted(request, type, chain, attempt, control);
        } catch (InterruptedException e) {
            throw interruptedBeforeDispatch(control, attempt);
        } finally {
            control.finish();
            inFlight.leave(control);
        }
    }

    /** Steps 1 to 4: what can be said without taking anything. */
    private void checkAll(RunRequest request, RunType<RunRequest> type, Attempt attempt) {
        if (settings.isDisabled()) {
            throw new SandboxDisabledException(
                    "nothing ran: no provider was chosen; open the sandbox with one, such as Sandbox.open(\"wasm\"), or"
                            + " set the system property plimsoll.provider or the environment variable SANDBOX_PROVIDER",
                    attempt.requestId());
        }
        List<String> faults = validator.faults(request);
        if (!faults.isEmpty()) {
            throw new InvalidRequestException(faults, attempt.requestId());
        }
        Set<Capability> needs = type.needs(request);
        if (!capabilities.containsAll(needs)) {
            Set<Capability> missing = EnumSet.copyOf(needs);
            missing.removeAll(capabilities);
            throw new UnsupportedRunException(
                    "nothing ran: provider " + settings.provider() + " cannot do " + missing, attempt.requestId());
        }
        Evidence evidence = currentEvidence(attempt);
        attempt.sawIsolation(evidence.isolation());
        Isolation floor = floor(request);
        if (!evidence.isolation().meets(floor)) {
            throw new InsufficientIsolationException(
                    settings.provider(), floor, evidence.isolation(), attempt.requestId());
        }
        if (!softwareAllowed(request, evidence)) {
            throw new EnvironmentMismatchException(
                    "nothing ran: the software of provider " + settings.provider()
                            + " is not what the request's rule allows",
                    attempt.requestId());
        }
    }

    private Evidence currentEvidence(Attempt attempt) {
        try {
            return backend.evidence();
        } catch (RuntimeException | LinkageError e) { // a provider's fault; nothing was handed to it yet
            throw new NotDispatchedException(
                    RefusalReason.ISOLATION,
                    "nothing ran: provider " + settings.provider() + " could not state its isolation",
                    attempt.requestId(),
                    e);
        }
    }

    private Isolation floor(RunRequest request) {
        Isolation floor = settings.floor();
        Isolation asked = request.floor().orElse(floor);
        return asked.meets(floor) ? asked : floor;
    }

    private static boolean softwareAllowed(RunRequest request, Evidence evidence) {
        return request.software()
                .map(rule -> rule.allows(evidence.softwareIdentity()))
                .orElse(true);
    }

    /** Step 5: a slot, and memory. */
    private RunResult admitted(
            RunRequest request,
            RunType<RunRequest> type,
            @Nullable SessionChain chain,
            Attempt attempt,
            RunControl control)
            throws InterruptedException {
        long memory = settings.memoryBytes(request, backend.memoryBounds());
        if (chain != null) {
            return granted(request, type, chain, attempt, control, memory);
        }
        if (!admission.couldEverFit(memory)) {
            throw new SandboxAtCapacityException(
                    "nothing ran: the run's " + memory
                            + " bytes of memory are more than all runs of this sandbox may have"
                            + " together; ask for less, or raise the total",
                    attempt.requestId());
        }
        if (!admission.acquire(memory, settings.admissionWait().toNanos())) {
            throw new SandboxAtCapacityException(
                    "nothing ran: no slot or memory became free within " + settings.admissionWait()
                            + "; retry later, or raise the concurrency",
                    attempt.requestId());
        }
        try {
            return granted(request, type, null, attempt, control, memory);
        } finally {
            admission.release(memory);
        }
    }

    /** Step 6: the broker and the credential. */
    private RunResult granted(
            RunRequest request,
            RunType<RunRequest> type,
            @Nullable SessionChain chain,
            Attempt attempt,
            RunControl control,
            long memory)
            throws InterruptedException {
        Duration timeout = request.timeout().orElse(settings.limits().timeout());
        if (!request.isGranted()) {
            return handOver(request, type, chain, attempt, control, memory, timeout, null);
        }
        BrokerSession broker = grants.open(request, timeout, attempt.requestId());
        try {
            return handOver(request, type, chain, attempt, control, memory, timeout, broker);
        } finally {
            broker.close();
        }
    }

    /** Steps 7 to 9: digest, hand over, judge what comes back, make the receipt. */
    private RunResult handOver(
            RunRequest request,
            RunType<RunRequest> type,
            @Nullable SessionChain chain,
            Attempt attempt,
            RunControl control,
            long memory,
            Duration timeout,
            @Nullable BrokerSession broker) {
        ReceiptWriter receipt = new ReceiptWriter(settings, request, chain);
        Deadline deadline = Deadline.after(timeout);
        RunLimits limits = settings.runLimits(request, memory);
        Dispatch<RunRequest> dispatch = new Dispatch<>(
                request, attempt.requestId(), deadline, limits, broker == null ? null : broker.start(deadline));
        control.dispatched(deadline, settings.providerGrace().toNanos());
        RunResult.Builder<?> returned = call(type, dispatch, control);
        if (broker != null) {
            broker.close();
            returned.calls(broker.trace()).advice(broker.advice());
        }
        returned.provider(settings.provider())
                .duration(Duration.ofNanos(deadline.elapsedNanos()))
                .traceId(RequestValidator.traceId(request).orElse(null));
        RunResult result = receipt.seal(returned);
        attempt.sawIsolation(result.isolation());
        Isolation floor = floor(request);
        if (!result.isolation().meets(floor)) {
            throw new IsolationEvidenceMismatchException(floor, result, attempt.requestId());
        }
        if (!softwareAllowed(request, result.evidence())) {
            throw new ProviderFailureException(
                    "the run came back from other software than the request's rule allows; it did run",
                    attempt.requestId(),
                    null);
        }
        return result;
    }

    private RunResult.Builder<?> call(RunType<RunRequest> type, Dispatch<RunRequest> dispatch, RunControl control) {
        RequestId id = dispatch.requestId();
        try {
            RunResult.Builder<?> returned = type.call(backend, dispatch);
            control.finish();
            return returned;
        } catch (NotDispatchedException e) {
            if (e.requestId().filter(id::equals).isPresent()) {
                throw e;
            }
            throw failure("the provider refused, but not this run: its refusal carries another id", id, e);
        } catch (InterruptedException | CancellationException e) {
            throw cancelled(control, id, e);
        } catch (Throwable e) { // the wall between a provider and the application: nothing passes as it is
            throw failure("the provider failed: " + e.getClass().getName(), id, e);
        }
    }

    private static ProviderFailureException failure(String message, RequestId id, Throwable cause) {
        return new ProviderFailureException(message + "; the code may have run", id, cause);
    }

    private static PlimsollException cancelled(RunControl control, RequestId id, Exception cause) {
        String reason = control.finish();
        if (reason != null) {
            return control.wasOverdue() ? failure(reason, id, cause) : new RunCancelledException(reason, id, cause);
        }
        Thread.currentThread().interrupt();
        return new RunCancelledException("the run was ended by an interrupt of its thread", id, cause);
    }

    private static PlimsollException interruptedBeforeDispatch(RunControl control, Attempt attempt) {
        if (control.finish() != null) {
            return new SandboxClosedException("nothing ran: the sandbox was closed", attempt.requestId());
        }
        Thread.currentThread().interrupt();
        return new SandboxAtCapacityException(
                "nothing ran: the thread was interrupted before the run was handed over", attempt.requestId());
    }
}
