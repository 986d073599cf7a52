package dev.plimsoll.e2b;

import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.HostApi;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SmokeReport;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs each request in a microVM that is created for it and killed after it. Thread-safe. */
final class E2bBackend implements SandboxBackend {
    private static final Set<Capability> PLAIN =
            Set.of(Capability.JAVASCRIPT, Capability.PROJECT, Capability.LAST_VALUE);
    private static final Set<Capability> GUARDED = Set.of(
            Capability.JAVASCRIPT,
            Capability.PROJECT,
            Capability.LAST_VALUE,
            Capability.JAVASCRIPT_GRANT,
            Capability.PROJECT_GRANT);
    private static final long MIB = 1 << 20;
    /** Node.js does not start with less. */
    private static final MemoryBounds MEMORY = new MemoryBounds(16 * MIB, 256 * MIB, 8192 * MIB);

    private final E2bSettings settings;
    private final MicroVms vms;
    private final GuestFiles files = new GuestFiles();
    private final @Nullable E2bGuard guard;
    private final Evidence evidence;
    private final Evidence guardedEvidence;

    E2bBackend(E2bSettings settings, @Nullable E2bGuard guard) {
        this.guard = guard;
        this.settings = settings;
        this.vms = new MicroVms(settings);
        // a template's name is all that E2B states: who owns the account can build another template of that name
        String software = "e2b:" + settings.template();
        this.evidence = new Evidence(Isolation.VM, software, "e2b:closed", software);
        this.guardedEvidence = new Evidence(Isolation.VM, software, "e2b:guard-only", software);
    }

    @Override
    public Evidence evidence() {
        return evidence;
    }

    @Override
    public Set<Capability> capabilities() {
        return guard == null ? PLAIN : GUARDED;
    }

    @Override
    public MemoryBounds memoryBounds() {
        return MEMORY;
    }

    @Override
    public SmokeReport smokeTest() throws InterruptedException {
        vms.sweepAtStart();
        return new SmokeTest(this, settings).run();
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        return open(dispatch, run -> new SnippetRun(run).run());
    }

    @Override
    public ProjectOutcome runProject(Dispatch<ProjectRequest> dispatch) throws InterruptedException {
        return open(dispatch, run -> new ProjectRun(run).run());
    }

    @FunctionalInterface
    private interface Run<R extends RunRequest, T> {
        T in(OpenRun<R> run) throws InterruptedException;
    }

    /** Opens the guard, if the run is granted anything, and the microVM; closes them in the opposite order. */
    private <R extends RunRequest, T> T open(Dispatch<R> dispatch, Run<R, T> run) throws InterruptedException {
        HostApi api = dispatch.hostApi().orElse(null);
        if (api == null) {
            try (MicroVm vm = vms.open(dispatch, Optional.empty())) {
                return run.in(new OpenRun<>(dispatch, vm, Optional.empty(), settings, files, evidence));
            }
        }
        if (guard == null) {
            throw new UnsupportedRunException(
                    "nothing ran: a granted run needs a guard that microVMs can reach; give one to the provider",
                    dispatch.requestId());
        }
        try (GuardedRun guarded = guard.open(api, dispatch.deadline());
                MicroVm vm = vms.open(dispatch, Optional.of(guarded.egress()))) {
            return run.in(new OpenRun<>(dispatch, vm, Optional.of(guarded), settings, files, guardedEvidence));
        }
    }

    @Override
    public void close() {
        vms.close();
    }
}
