package dev.plimsoll.docker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SmokeReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Proves the wall from inside of throwaway containers, by trying what must not be possible. What is seen decides the tier,
 * not what anything is called.
 */
final class SmokeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OUTPUT = 32 << 10;
    private static final int STANDARD_PROCESSES = 256;
    /** Enough for two processes of Node.js, under gVisor too, where tasks of the host are counted. */
    private static final int FEW_PROCESSES = 128;

    private static final DockerBackend.Proof NOTHING_SEEN = new DockerBackend.Proof(Isolation.UNKNOWN, "");

    private static final String HOARD = "const kept = []; for (;;) kept.push(Buffer.alloc(1 << 20, 1));";
    private static final String SPAWN = "const { spawn } = require('node:child_process'); let started = 0;"
            + "const end = (word) => { console.log(word); process.exit(0); };"
            + "const next = () => { if (started === 256) end('unbounded'); started++;"
            + " let child; try { child = spawn('/bin/sh', ['-c', 'read x'], { stdio: ['pipe', 'ignore', 'ignore'] }); }"
            + " catch { end('bounded'); }"
            + " child.on('error', () => end('bounded')); child.on('spawn', next); }; next();";

    private final Engine engine;
    private final ContainerSpec spec;
    private final DockerBackend.EngineFacts facts;
    private final MemoryBounds memory;
    private DockerBackend.Proof proof = NOTHING_SEEN;

    SmokeTest(Engine engine, ContainerSpec spec, DockerBackend.EngineFacts facts, MemoryBounds memory) {
        this.engine = engine;
        this.spec = spec;
        this.facts = facts;
        this.memory = memory;
    }

    /** Returns what was seen, once {@link #run()} returned. */
    DockerBackend.Proof proof() {
        return proof;
    }

    SmokeReport run() throws InterruptedException {
        SmokeReport.Builder report = SmokeReport.builder();
        Dispatch<JavaScriptRequest> look = dispatch(probe(), memory.standard(), STANDARD_PROCESSES);
        GuestRun.Finish looked = run(look);
        String seen = look.stdout().toOutput().text().strip();
        report.check("code runs", isDone(looked) && !seen.isEmpty(), describe(looked, look));
        if (isDone(looked) && !seen.isEmpty()) {
            WallFacts wall = wall(seen);
            wall.check(report, spec, looked.kernel());
            proof = new DockerBackend.Proof(wall.isolation(facts.kernel()), looked.kernel());
            checkMemory(report);
            checkProcesses(report);
        }
        return report.build();
    }

    private static WallFacts wall(String seen) {
        byte[] bytes = seen.getBytes(StandardCharsets.UTF_8);
        try {
            JsonNode node = RunnerJson.read(new Frame('O', bytes, bytes.length));
            return new WallFacts(node);
        } catch (BrokenProtocolException e) {
            throw new IllegalStateException("the probe printed something else than what it saw", e);
        }
    }

    private void checkMemory(SmokeReport.Builder report) throws InterruptedException {
        Dispatch<JavaScriptRequest> hoard = dispatch(HOARD, memory.least(), STANDARD_PROCESSES);
        GuestRun.Finish finish = run(hoard);
        boolean killed = finish.kind() == GuestRun.Kind.OUT_OF_MEMORY
                || finish.transcript().steps().stream().anyMatch(Transcript.Step::endedForMemory);
        report.check("memory is bounded", killed, describe(finish, hoard));
    }

    /** Under gVisor the bound is one on the host's tasks, and ends the whole sandbox when it is met. */
    private void checkProcesses(SmokeReport.Builder report) throws InterruptedException {
        Dispatch<JavaScriptRequest> many = dispatch(SPAWN, memory.standard(), FEW_PROCESSES);
        GuestRun.Finish finish = run(many);
        String word = many.stdout().toOutput().text().strip();
        boolean bounded = word.equals("bounded") || finish.kind() == GuestRun.Kind.DIED;
        report.check("processes are bounded", bounded, describe(finish, many));
    }

    private static boolean isDone(GuestRun.Finish finish) {
        return finish.kind() == GuestRun.Kind.ENDED
                && finish.transcript().steps().stream().allMatch(step -> step.exitCode() == 0);
    }

    private static String describe(GuestRun.Finish finish, Dispatch<?> dispatch) {
        String words = (dispatch.stdout().toOutput().text() + " "
                        + dispatch.stderr().toOutput().text())
                .replaceAll("[^ -~]+", " ")
                .strip();
        return finish.kind() + " with exit code " + finish.exitCode() + ", printed: "
                + words.substring(0, Math.min(words.length(), 300));
    }

    private GuestRun.Finish run(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        ContainerSource cold = (sizes, deadline) -> Container.start(engine, spec, sizes, deadline, Duration.ZERO);
        Optional<DockerBackend.Proof> seen = Optional.of(proof).filter(p -> p.isolation() != Isolation.UNKNOWN);
        return new GuestRun(engine, cold, seen, () -> proof = NOTHING_SEEN).run(dispatch, SnippetRun.plan(dispatch));
    }

    private static Dispatch<JavaScriptRequest> dispatch(String code, long memoryBytes, int processes) {
        return new Dispatch<>(
                JavaScriptRequest.of(code),
                new RequestId(0, 0),
                Deadline.after(PATIENCE),
                new RunLimits(memoryBytes, OUTPUT, 0, processes),
                null);
    }

    private static String probe() {
        try (InputStream in = Objects.requireNonNull(SmokeTest.class.getResourceAsStream("probe.js"), "probe.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the probe in the jar cannot be read", e);
        }
    }
}
