package dev.plimsoll.internal;

import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
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
    private final SmokeReport smoke;
    private final Admission admission;
    private final InFlight inFlight;
    private final RunPipeline pipeline;

    private SandboxCore(SandboxSettings settings, SandboxBackend backend, SmokeReport smoke) {
        this.settings = settings;
        this.backend = backend;
        this.smoke = smoke;
        Long total = settings.totalMemoryBytes();
        long bound = Math.min(
                total == null ? Long.MAX_VALUE : total,
                backend.totalMemoryBytes().orElse(Long.MAX_VALUE));
        this.admission = new Admission(settings.concurrency(), bound);
        this.inFlight = new InFlight(settings.provider());
        this.pipeline = new RunPipeline(settings, backend, admission, inFlight, new AuditLog(settings.listeners()));
    }

    /**
     * Finds the provider, makes its backend and has it prove its wall.
     *
     * @param given the provider; null to look for the one that the settings name
     * @throws ProviderUnavailableException if any of that fails
     */
    public static SandboxCore open(SandboxSettings settings, @Nullable SandboxProvider given, ProviderOptions options) {
        String id = settings.provider();
        SandboxProvider provider = given != null
                ? given
                : settings.isDisabled() ? new DisabledBackend() : ProviderLoader.find(id, settings.classLoader());
        ProviderLoader.requireSpiVersion(provider, id);
        SandboxBackend backend = create(provider, id, options);
        boolean opened = false;
        try {
            if (!options.unread().isEmpty() && !settings.isDisabled()) {
                throw ProviderLoader.unavailable(
                        id,
                        "provider " + id + " does not know the options " + options.unread() + "; it knows "
                                + options.known(),
                        null);
            }
            SandboxCore core = new SandboxCore(settings, backend, smokeTest(backend, id));
            opened = true;
            return core;
        } finally {
            if (!opened) {
                backend.close();
            }
        }
    }

    private static SandboxBackend create(SandboxProvider provider, String id, ProviderOptions options) {
        try {
            return provider.create(options);
        } catch (ProviderUnavailableException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) { // a provider's fault, named and passed on
            throw ProviderLoader.unavailable(
                    id,
                    "provider " + id + " (" + provider.getClass().getName() + ") could not be opened: "
                            + ServiceDiscovery.describe(e),
                    e);
        }
    }

    private static SmokeReport smokeTest(SandboxBackend backend, String id) {
        SmokeReport report;
        try {
            report = backend.smokeTest();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProviderUnavailableException(
                    RefusalReason.CAPACITY, id, "the opening of provider " + id + " was interrupted", e);
        } catch (ProviderUnavailableException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) { // a provider's fault, named and passed on
            throw new ProviderUnavailableException(
                    RefusalReason.ISOLATION,
                    id,
                    "provider " + id + " could not prove its wall: " + ServiceDiscovery.describe(e),
                    e);
        }
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

    /** Returns the backend, to be asked about itself. */
    public SandboxBackend backend() {
        return backend;
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
            new RequestValidator(backend.memoryBounds()).memory(memoryBytes, faults);
        }
        if (!faults.isEmpty()) {
            throw new InvalidRequestException(faults, null);
        }
        return SessionCore.open(this, pipeline, admission, inFlight, language, memoryBytes);
    }

    /** Lets nothing new in, waits for what is under way, ends what is left then, and closes the backend. Idempotent. */
    public void close(Duration wait) {
        if (!inFlight.close()) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            if (!awaitEmpty(wait)) {
                inFlight.interruptAll("the sandbox was closed while the run was under way");
                if (!awaitEmpty(settings.providerGrace().plus(LEAVE_MARGIN))) {
                    LOG.warn("provider {} still holds runs after they were interrupted", settings.provider());
                }
            }
        } catch (InterruptedException e) {
            interrupted = true;
            inFlight.interruptAll("the sandbox was closed while the run was under way");
        } finally {
            inFlight.stopWatch();
            backend.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean awaitEmpty(Duration wait) throws InterruptedException {
        return inFlight.awaitEmpty(TimeUnit.NANOSECONDS.convert(wait));
    }
}
