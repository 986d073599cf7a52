package dev.plimsoll.testkit;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.BackendSession;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.CellOutcome;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.ModuleOutcome;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.spi.SessionOpening;
import dev.plimsoll.spi.SmokeReport;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The provider under test, with its calls counted, and with another tier or a fault in its place when a test asks. */
final class ObservedProvider implements SandboxProvider {
    private final SandboxProvider provider;
    private final @Nullable Isolation claimed;
    private final @Nullable RunFault fault;
    private @Nullable SandboxBackend made;
    final AtomicInteger calls = new AtomicInteger();
    final AtomicInteger running = new AtomicInteger();

    ObservedProvider(SandboxProvider provider, @Nullable Isolation claimed, @Nullable RunFault fault) {
        this.provider = provider;
        this.claimed = claimed;
        this.fault = fault;
    }

    @Override
    public String id() {
        return provider.id();
    }

    @Override
    public int spiVersion() {
        return provider.spiVersion();
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        SandboxBackend backend = new ObservedBackend(provider.create(options));
        made = backend;
        return backend;
    }

    /** Returns the backend of the sandbox that was opened last, so that a test can call it directly. */
    SandboxBackend backend() {
        return Objects.requireNonNull(made, "no sandbox was opened with this provider");
    }

    /** One call of a backend. */
    private interface Call<T> {
        T run() throws InterruptedException;
    }

    private final class ObservedBackend implements SandboxBackend {
        private final SandboxBackend backend;

        ObservedBackend(SandboxBackend backend) {
            this.backend = backend;
        }

        private <T> T observe(Call<T> call) throws InterruptedException {
            calls.incrementAndGet();
            running.incrementAndGet();
            try {
                return call.run();
            } finally {
                running.decrementAndGet();
            }
        }

        @Override
        public Evidence evidence() {
            Evidence evidence = backend.evidence();
            return claimed == null
                    ? evidence
                    : new Evidence(claimed, evidence.environment(), evidence.policy(), evidence.softwareIdentity());
        }

        @Override
        public Set<Capability> capabilities() {
            return backend.capabilities();
        }

        @Override
        public MemoryBounds memoryBounds() {
            return backend.memoryBounds();
        }

        @Override
        public OptionalLong totalMemoryBytes() {
            return backend.totalMemoryBytes();
        }

        @Override
        public SmokeReport smokeTest() throws InterruptedException {
            return backend.smokeTest();
        }

        @Override
        public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
            return observe(
                    () -> fault == null ? backend.runJavaScript(dispatch) : fault.strike(dispatch, backend.evidence()));
        }

        @Override
        public ProjectOutcome runProject(Dispatch<ProjectRequest> dispatch) throws InterruptedException {
            return observe(() -> backend.runProject(dispatch));
        }

        @Override
        public ModuleOutcome runModule(Dispatch<ModuleRequest> dispatch) throws InterruptedException {
            return observe(() -> backend.runModule(dispatch));
        }

        @Override
        public BackendSession openSession(SessionOpening opening) throws InterruptedException {
            BackendSession session = observe(() -> backend.openSession(opening));
            return new BackendSession() {
                @Override
                public CellOutcome runCell(Dispatch<CellRequest> dispatch) throws InterruptedException {
                    return observe(() -> session.runCell(dispatch));
                }

                @Override
                public void close() {
                    session.close();
                }
            };
        }

        @Override
        public void close() {
            backend.close();
        }
    }
}
