package dev.plimsoll.benchmarks;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the facade adds to a run: checks, admission, digests, record, listener, audit line. Beside a SHA-256 of 4 KiB. On virtual
 * threads with {@code -jvmArgsAppend -Djmh.executor=VIRTUAL}, from Java 21 on.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class DispatchBenchmark {
    /** Whether a listener is told of each run. */
    @Param({"false", "true"})
    public boolean listener;

    /** Whether the audit line is made; where it would be written to is not measured. */
    @Param({"false", "true"})
    public boolean audit;

    private final JavaScriptRequest request = JavaScriptRequest.of("console.log(6*7)");
    private final byte[] fourKibibytes = new byte[4096];

    @SuppressWarnings("NullAway.Init") // by open()
    private Sandbox sandbox;

    /** What the listener keeps, so that telling it is not optimised away. */
    private volatile long told;

    /** Opens the sandbox. */
    @Setup(Level.Trial)
    public void open() {
        DiscardingLog.enable(audit);
        SandboxBuilder builder = Sandbox.builder()
                .provider(new NoOpProvider("42\n".getBytes(StandardCharsets.UTF_8)))
                .concurrency(64);
        if (listener) {
            builder.listener(event -> told = event.outputBytes());
        }
        sandbox = builder.open();
        sandbox.runJavaScript(request);
        if (DiscardingLog.lastLine().startsWith("run ") != audit) {
            throw new IllegalStateException("the audit line is logged elsewhere");
        }
    }

    /** Closes it. */
    @TearDown(Level.Trial)
    public void close() {
        sandbox.close();
    }

    /** One caller. */
    @Benchmark
    public JavaScriptResult run() {
        return sandbox.runJavaScript(request);
    }

    /** Several callers at once. */
    @Benchmark
    @Threads(4)
    public JavaScriptResult contended() {
        return sandbox.runJavaScript(request);
    }

    /** The yardstick. */
    @Benchmark
    public byte[] sha256Of4KiB() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(fourKibibytes);
    }
}
