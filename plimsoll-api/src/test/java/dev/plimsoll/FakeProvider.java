package dev.plimsoll;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.BackendSession;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.CellOutcome;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import dev.plimsoll.spi.SessionOpening;
import dev.plimsoll.spi.SmokeReport;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A provider whose backend does what a test tells it to. By default it prints 42 behind a container wall. */
public final class FakeProvider implements SandboxProvider, SandboxBackend {
    /** What a backend does with a snippet. */
    public interface Script {
        ProgramOutcome run(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException;
    }

    public static final Evidence CONTAINER = Evidence.of(Isolation.CONTAINER, "fake:1");

    public final AtomicInteger runs = new AtomicInteger();
    public final AtomicInteger closes = new AtomicInteger();
    public final AtomicInteger sessionCloses = new AtomicInteger();
    public volatile Script script = FakeProvider::printsAnswer;
    public volatile Supplier<Evidence> evidence = () -> CONTAINER;
    public volatile Set<Capability> capabilities =
            EnumSet.of(Capability.JAVASCRIPT, Capability.JAVASCRIPT_GRANT, Capability.SESSION);
    public volatile String id = "fake";
    public volatile MemoryBounds memoryBounds = new MemoryBounds(1 << 20, 64 << 20, 256 << 20);
    public volatile SmokeReport smoke = new SmokeReport(List.of());
    public volatile Supplier<RuntimeException> failsToClose = () -> null;
    public volatile Set<String> knownOptions = Set.of();

    /** Prints 42 and exits with 0. */
    public static ProgramOutcome printsAnswer(Dispatch<JavaScriptRequest> dispatch) {
        dispatch.stdout().write("42\n".getBytes(StandardCharsets.UTF_8));
        return ProgramOutcome.exited(0, CONTAINER);
    }

    /** Opens a sandbox over this provider. */
    public Sandbox open() {
        return builder().open();
    }

    /** Starts a sandbox over this provider. */
    public SandboxBuilder builder() {
        return Sandbox.builder().provider(this);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        knownOptions.forEach(options::text);
        return this;
    }

    @Override
    public Evidence evidence() {
        return evidence.get();
    }

    @Override
    public Set<Capability> capabilities() {
        return capabilities;
    }

    @Override
    public MemoryBounds memoryBounds() {
        return memoryBounds;
    }

    @Override
    public SmokeReport smokeTest() {
        return smoke;
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        runs.incrementAndGet();
        return script.run(dispatch);
    }

    @Override
    public BackendSession openSession(SessionOpening opening) {
        return new BackendSession() {
            private int cells;

            @Override
            public CellOutcome runCell(Dispatch<CellRequest> dispatch) {
                runs.incrementAndGet();
                return new CellOutcome(ProgramOutcome.exited(0, evidence.get()), cells++ == 0, false);
            }

            @Override
            public void close() {
                sessionCloses.incrementAndGet();
            }
        };
    }

    @Override
    public void close() {
        closes.incrementAndGet();
        RuntimeException failure = failsToClose.get();
        if (failure != null) {
            throw failure;
        }
    }
}
