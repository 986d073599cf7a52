package dev.plimsoll.internal;

import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.spi.SmokeReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open backend with everything around it. Thread-safe. */
public final class SandboxCore {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxCore.class);
    /** How long a closing sandbox waits for interrupted runs to leave: the grace they have anyway, and a little. */
    private static final Duration LEAVE_MARGIN = Duration.ofSeconds(1);

    private final SandboxSettings settings;
    private final SandboxBackend backend;
    private final BackendFacts facts;
    private final SmokeReport smoke;
    private final Admission admission;
    private final InFlight inFlight;
    private final Set<SessionCore> sessions = ConcurrentHashMap.newKeySet();
    private final RunPipeline pipeline;

    private SandboxCore(SandboxSettings settings, SandboxBackend backend, BackendFacts facts, SmokeReport smoke) {
        this.settings = settings;
        this.backend = backend;
        this.facts = facts;
        this.smoke = smoke;
        Long total = settings.totalMemoryBytes();
        long bound = Math.min(
                total == null ? Long.MAX_VALUE : total, facts.totalMemoryBytes().orElse(Long.MAX_VALUE));
        this.admission = new Admission(settings.concurrency(), bound);
        this.inFlight = new InFlight(settings.provider());
        this.pipeline =
                new RunPipeline(settings, backend, facts, admission, inFlight, new AuditLog(settings.listeners()));
    }

    /**
     * Returns the id of a provider that was passed by hand.
     *
     * @throws ProviderUnavailableException if it has none
     */
    public static String idOf(SandboxProvider provider) {
        return ProviderLoader.idOf(provider);
    }

    /**
     * Finds the provider, makes its backend and has it prove its wall.
     *
     * @param given the provider; null to look for the one that the settings name
     * @throws ProviderUnavailableException if any of that fails
     */
    public static SandboxCore open(SandboxSettings settings, @Nullable SandboxProvider given, ProviderOptions options) {
        String id = settings.provider();
        ProviderLoader.requireId(id, "a provider's id", "correct the setting");
        SandboxProvider provider = given != null
                ? given
                : settings.isDisabled() ? new DisabledBackend() : ProviderLoader.find(id, settings.classLoader());
        ProviderLoader.requireSpiVersion(provider, id);
        SandboxBackend backend = create(provider, id, options);
        SandboxCore core = null;
        try {
            if (!options.unread().isEmpty() && !settings.isDisabled()) {
                throw ProviderLoader.unavailable(
                        id,
                        "provider " + id + " does not know the options " + options.unread() + "; it knows "
                                + options.known(),
                        null);
            }
            core = prove(settings, backend);
            return core;
        } finally {
            if (core == null) {
                closeAfterFailure(backend, id);
            }
        }
    }

    private static SandboxBackend create(SandboxProvider provider, String id, ProviderOptions options) {
        try {
            return Objects.requireNonNull(provider.create(options), "backend");
        } catch (ProviderUnavailableException e) {
            throw e;
        } catch (NotDispatchedException e) { // the provider's own word about why it cannot be had now
            throw new ProviderUnavailableException(
                    e.reason(), id, "provider " + id + " could not be opened: " + e.getMessage(), e);
        } catch (Throwable e) { // a provider's fault, named and passed on
            throw ProviderLoader.unavailable(
                    id,
                    "provider " + id + " (" + provider.getClass().getName() + ") could not be opened: "
                            + ServiceDiscovery.describe(e),
                    e);
        }
    }

    private static SandboxCore prove(SandboxSettings settings, SandboxBackend backend) {
        String id = settings.provider();
        try {
            BackendFacts facts = BackendFacts.of(backend, id);
            SmokeReport smoke = ProviderLoader.stated(backend.smokeTest(), "smokeTest()", backend, id);
            return new SandboxCore(settings, backend, facts, passed(smoke, id));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProviderUnavailableException(
                    RefusalReason.CAPACITY, id, "the opening of provider " + id + " was interrupted", e);
        } catch (ProviderUnavailableException e) {
            throw e;
        } catch (NotDispatchedException e) { // the provider's own word about why it cannot be had now
            throw new ProviderUnavailableException(
                    e.reason(), id, "provider " + id + " could not be opened: " + e.getMessage(), e);
        } catch (Throwable e) { // a provider's fault, named and passed on
            throw new ProviderUnavailableException(
                    RefusalReason.ISOLATION,
                    id,
                    "provider " + id + " could not prove its wall: " + ServiceDiscovery.describe(e),
                    e);
        }
    }

    private static void closeAfterFailure(SandboxBackend backend, String id) {
        try {
            backend.close();
        } catch (Throwable e) { // why the provider was not opened must not be hidden by this
            LOG.warn("provider {} failed when it was closed after it could not be opened", id, e);
        }
    }

    private static SmokeReport passed(SmokeReport report, String id) {
        if (!report.passed()) {
            String failed = report.checks().stream()
                    .filter(check -> !check.passed())
                    .map(check -> check.name() + " (" + check.detail() + ")")
                    .collect(Collectors.joining("; "));
            throw new ProviderUnavailableException(
                    RefusalReason.ISOLATION, id, "the wall of provider " + id + " does not hold: " + failed, null);
        }
        return report;
    }

    /** Returns what the sandbox was built with. */
    public SandboxSettings settings() {
        return settings;
    }

    /** Returns what the backend says about itself. */
    public BackendFacts facts() {
        return facts;
    }

    /** Returns what the backend proved when it was opened. */
    public SmokeReport smoke() {
        return smoke;
    }

    /** Runs a snippet. */
    public JavaScriptResult run(JavaScriptRequest request) {
        return (JavaScriptResult) pipeline.run(request, RunType.JAVASCRIPT);
    }

    /** Runs a project. */
    public ProjectResult run(ProjectRequest request) {
        return (ProjectResult) pipeline.run(request, RunType.PROJECT);
    }

    /** Runs a module. */
    public ModuleResult run(ModuleRequest request) {
        return (ModuleResult) pipeline.run(request, RunType.MODULE);
    }

    /** Opens a session. */
    public SessionCore openSession(String language, @Nullable Long memoryBytes) {
        List<String> faults = new ArrayList<>(0);
        RequestValidator.language(language, faults);
        if (memoryBytes != null) {
            new RequestValidator(facts.memory()).memory(memoryBytes, faults);
        }
        if (!faults.isEmpty()) {
            throw new InvalidRequestException(faults, null);
        }
        long memory = memoryBytes != null ? memoryBytes : settings.standardMemory(facts.memory());
        return new SessionOpener(settings, backend, pipeline, admission, inFlight, sessions).open(language, memory);
    }

    /** Returns what the backend says about its wall now. */
    public Evidence currentEvidence() {
        return pipeline.preflight().currentEvidence(null);
    }

    /** Lets nothing new in, waits for what is under way, ends what is left then, and closes the backend. Idempotent. */
    public void close(Duration wait) {
        if (!inFlight.close()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            interrupted |= !drain(wait);
            inFlight.stopWatch();
            closeBackend();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns false if the wait was interrupted. */
    private boolean drain(Duration wait) {
        String reason = "the sandbox was closed while the run was under way";
        try {
            if (!awaitEmpty(wait)) {
                inFlight.interruptAll(reason);
                if (!awaitEmpty(settings.providerGrace().plus(LEAVE_MARGIN))) {
                    LOG.warn("provider {} still holds runs after they were interrupted", settings.provider());
                }
            }
            return true;
        } catch (InterruptedException e) {
            inFlight.interruptAll(reason);
            return false;
        }
    }

    private void closeBackend() {
        sessions.forEach(SessionCore::closeQuietly);
        try {
            backend.close();
        } catch (Throwable e) { // the wall between a provider and the application
            throw new ProviderFailureException(
                    "provider " + settings.provider() + " failed when it was closed, and may have left something: "
                            + e.getClass().getName(),
                    null,
                    e);
        }
    }

    private boolean awaitEmpty(Duration wait) throws InterruptedException {
        return inFlight.awaitEmpty(TimeUnit.NANOSECONDS.convert(wait));
    }
}
