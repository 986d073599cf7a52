package dev.plimsoll.benchmarks;

import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
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
import org.openjdk.jmh.annotations.Warmup;

/** The digests of a receipt, beside a bare SHA-256 over as many bytes. Sizes are bounded by what a request may hold. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class HashingBenchmark {
    /** Bytes of code, and of output. */
    @Param({"100", "10240", "1048576", "10485760"})
    public int size;

    /** Code is bounded by 1 MiB, so the request of the largest size holds that much. */
    private static final int MOST_CODE = 1 << 20;

    private byte[] payload = {};
    private JavaScriptRequest request = JavaScriptRequest.of("1");

    @SuppressWarnings("NullAway.Init") // by prepare()
    private JavaScriptResult result;

    /** Makes the payloads. */
    @Setup(Level.Trial)
    public void prepare() {
        payload = "x".repeat(size).getBytes(StandardCharsets.UTF_8);
        request = JavaScriptRequest.builder("x".repeat(Math.min(size, MOST_CODE)))
                .outputBytes(Math.max(size, 1))
                .build();
        try (Sandbox sandbox =
                Sandbox.builder().provider(new NoOpProvider(payload)).open()) {
            result = sandbox.runJavaScript(request);
        }
        if (result.stdout().bytes().length() != size) {
            throw new IllegalStateException(
                    "the result holds " + result.stdout().bytes().length() + " bytes");
        }
    }

    /** Of a request. */
    @Benchmark
    public String requestDigest() {
        return Receipts.requestDigest(request);
    }

    /** Of a result. */
    @Benchmark
    public String resultDigest() {
        return Receipts.resultDigest(result);
    }

    /** Of a record, whose size does not depend on the payload. */
    @Benchmark
    public String recordDigest() {
        return Receipts.recordDigest(result.record());
    }

    /** The yardstick. */
    @Benchmark
    public byte[] sha256() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(payload);
    }
}
