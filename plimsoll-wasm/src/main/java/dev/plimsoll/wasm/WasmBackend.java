package dev.plimsoll.wasm;

import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SmokeReport;
import dev.plimsoll.wasm.internal.engine.EngineTemplate;
import java.util.OptionalLong;
import java.util.Set;

/** Runs each snippet in a fresh engine on a thread of its own. Thread-safe. */
final class WasmBackend implements SandboxBackend {
    private static final Set<Capability> CAPABILITIES =
            Set.of(Capability.JAVASCRIPT, Capability.JAVASCRIPT_GRANT, Capability.DETERMINISM, Capability.LAST_VALUE);
    private static final long MIB = 1 << 20;
    /** A Java array holds the memory, and grows in steps of half its size: stay well below its 2 GiB. */
    private static final long MOST_MEMORY = 1024 * MIB;

    private static final long STANDARD_MEMORY = 64 * MIB;
    /** What a guest needs beyond the image to run anything at all. */
    private static final long LEAST_HEADROOM = MIB / 4;

    private final EngineTemplate engine;
    private final Evidence evidence;
    private final MemoryBounds memory;
    private final GuestThreads threads;
    private final Training training;
    private final boolean warmUp;

    WasmBackend(boolean warmUp, int concurrency) {
        this.engine = EngineTemplate.load();
        this.evidence = Evidence.of(Isolation.PROCESS, "quickjs-wasm:sha256:" + engine.engineHash());
        long least = engine.imageBytes() + LEAST_HEADROOM;
        // a small heap cannot hold the usual memory for even one run
        long standard = Math.max(least, Math.min(STANDARD_MEMORY, heapForRuns() / 2));
        this.memory = new MemoryBounds(least, standard, MOST_MEMORY);
        this.threads = new GuestThreads(concurrency);
        this.training = new Training(engine, evidence);
        this.warmUp = warmUp;
    }

    /** Half of the heap: a memory that grows is in two arrays for a moment, and the application needs room too. */
    private static long heapForRuns() {
        return Runtime.getRuntime().maxMemory() / 2;
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
        return memory;
    }

    @Override
    public OptionalLong totalMemoryBytes() {
        return OptionalLong.of(Math.max(memory.least(), heapForRuns()));
    }

    @Override
    public SmokeReport smokeTest() throws InterruptedException {
        SmokeReport report = new SmokeTest(this, memory.standard()).run();
        if (warmUp) {
            // not before: it would take the processor that opens the sandbox
            training.start();
        }
        return report;
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        GuestRun run = new GuestRun(dispatch, engine, evidence);
        try {
            return threads.run(run);
        } catch (NotStartedException e) {
            throw dispatch.refusal(RefusalReason.CAPACITY, "nothing ran: " + e.getMessage(), e);
        } catch (NoRoomException e) {
            throw dispatch.refusal(
                    RefusalReason.CAPACITY, "nothing ran: the application's heap has no room for the engine", e);
        }
    }

    @Override
    public void close() {
        training.close();
        threads.close();
    }
}
