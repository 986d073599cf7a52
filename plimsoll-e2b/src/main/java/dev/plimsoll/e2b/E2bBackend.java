package dev.plimsoll.e2b;

import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SmokeReport;
import java.util.Optional;
import java.util.Set;

/** Runs each request in a microVM that is created for it and killed after it. Thread-safe. */
final class E2bBackend implements SandboxBackend {
    private static final Set<Capability> CAPABILITIES =
            Set.of(Capability.JAVASCRIPT, Capability.PROJECT, Capability.LAST_VALUE);
    private static final long MIB = 1 << 20;
    /** Node.js does not start with less. */
    private static final MemoryBounds MEMORY = new MemoryBounds(16 * MIB, 256 * MIB, 8192 * MIB);

    private final E2bSettings settings;
    private final MicroVms vms;
    private final GuestFiles files = new GuestFiles();
    private final Evidence evidence;

    E2bBackend(E2bSettings settings) {
        this.settings = settings;
        this.vms = new MicroVms(settings);
        // a template's name is all that E2B states: who owns the account can build another template of that name
        String software = "e2b:" + settings.template();
        this.evidence = new Evidence(Isolation.VM, software, "e2b:closed", software);
    }

    @Override
    public Evidence evidence() {
        return evidence;
    }

    @Override
    public Set<Capability> capabilities() {
        return CAPABILITIES;
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
        requireNoGrant(dispatch);
        try (MicroVm vm = vms.open(dispatch, Optional.empty())) {
            return new SnippetRun(dispatch, vm, files, Optional.empty(), settings, evidence).run();
        }
    }

    @Override
    public ProjectOutcome runProject(Dispatch<ProjectRequest> dispatch) throws InterruptedException {
        requireNoGrant(dispatch);
        try (MicroVm vm = vms.open(dispatch, Optional.empty())) {
            return new ProjectRun(dispatch, vm, files, Optional.empty(), settings, evidence).run();
        }
    }

    private static void requireNoGrant(Dispatch<?> dispatch) {
        if (dispatch.hostApi().isPresent()) {
            throw new UnsupportedRunException(
                    "nothing ran: a granted run needs a guard that microVMs can reach", dispatch.requestId());
        }
    }

    @Override
    public void close() {
        vms.close();
    }
}
