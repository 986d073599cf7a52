package dev.plimsoll.internal;

import dev.plimsoll.error.EnvironmentMismatchException;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.error.SandboxDisabledException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.SandboxBackend;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Steps 1 to 4 of a run: what can be said without taking anything. */
final class Preflight {
    private final SandboxSettings settings;
    private final SandboxBackend backend;
    private final Set<Capability> capabilities;
    private final RequestValidator validator;

    Preflight(SandboxSettings settings, SandboxBackend backend, BackendFacts facts) {
        this.settings = settings;
        this.backend = backend;
        this.capabilities = facts.capabilities();
        this.validator = new RequestValidator(facts.memory());
    }

    /** Refuses what must not be handed over. */
    void check(RunRequest request, RunType<RunRequest> type, Attempt attempt) {
        RequestId id = attempt.requestId();
        requireProvider(id);
        List<String> faults = validator.faults(request);
        if (!faults.isEmpty()) {
            throw new InvalidRequestException(faults, id);
        }
        if (request.isGranted() && !type.takesGrants()) {
            throw new UnsupportedRunException(
                    "nothing ran: a run of kind " + request.kind().text() + " takes no grant", id);
        }
        if (request.determinism().isPresent() && !type.canBeDeterministic()) {
            throw new UnsupportedRunException(
                    "nothing ran: a run of kind " + request.kind().text() + " takes no fixed clock and seed", id);
        }
        requireCapabilities(type.needs(request), id);
        Isolation floor = floor(request);
        Evidence evidence = requireFloor(floor, attempt);
        if (!softwareAllowed(request, evidence)) {
            throw new EnvironmentMismatchException(
                    "nothing ran: the software of provider " + settings.provider()
                            + " is not what the request's rule allows; correct the rule, or use another provider",
                    id);
        }
    }

    /** Refuses to open a session that could not run a cell. */
    void checkSession(RequestId id) {
        requireProvider(id);
        requireCapabilities(Set.of(Capability.SESSION), id);
        requireFloor(settings.floor(), new Attempt(id, System.nanoTime()));
    }

    /**
     * Asks the backend what it knows about its wall now.
     *
     * @param id the run that asks; null when there is none
     */
    Evidence currentEvidence(@Nullable RequestId id) {
        try {
            return Objects.requireNonNull(backend.evidence(), "evidence");
        } catch (Throwable e) { // the wall between a provider and the application; nothing was handed over yet
            throw new NotDispatchedException(
                    RefusalReason.ISOLATION,
                    "nothing ran: provider " + settings.provider() + " could not state its isolation ("
                            + e.getClass().getName() + ")",
                    id,
                    e);
        }
    }

    /** Returns the stronger of the request's floor and the sandbox's. */
    Isolation floor(RunRequest request) {
        Isolation floor = settings.floor();
        Isolation asked = request.floor().orElse(floor);
        return asked.meets(floor) ? asked : floor;
    }

    /** Compares the request's software rule with some evidence. */
    static boolean softwareAllowed(RunRequest request, Evidence evidence) {
        return request.software()
                .map(rule -> rule.allows(evidence.softwareIdentity()))
                .orElse(true);
    }

    private void requireProvider(RequestId id) {
        if (settings.isDisabled()) {
            throw new SandboxDisabledException(
                    "nothing ran: no provider was chosen; open the sandbox with one, such as Sandbox.open(\"wasm\"), or"
                            + " set the system property plimsoll.provider or the environment variable SANDBOX_PROVIDER",
                    id);
        }
    }

    private void requireCapabilities(Set<Capability> needs, RequestId id) {
        if (!capabilities.containsAll(needs)) {
            Set<Capability> missing = EnumSet.copyOf(needs);
            missing.removeAll(capabilities);
            throw new UnsupportedRunException(
                    "nothing ran: provider " + settings.provider() + " cannot do " + missing
                            + "; use a provider that can",
                    id);
        }
    }

    private Evidence requireFloor(Isolation floor, Attempt attempt) {
        Evidence evidence = currentEvidence(attempt.requestId());
        attempt.sawIsolation(evidence.isolation());
        if (!evidence.isolation().meets(floor)) {
            throw new InsufficientIsolationException(
                    settings.provider(), floor, evidence.isolation(), attempt.requestId());
        }
        return evidence;
    }
}
