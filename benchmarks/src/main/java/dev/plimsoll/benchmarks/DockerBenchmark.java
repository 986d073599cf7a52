package dev.plimsoll.benchmarks;

import dev.plimsoll.docker.DockerProvider;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.Limits;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SandboxBackend;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * One run of {@code console.log(6*7)} in a container that is made for it, and in one that waited for it, beside
 * {@code docker run --rm} of the same image with the same limits. Needs {@code docker} and the environment that
 * {@code .ci/docker-up} prints.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 8)
@Measurement(iterations = 40)
public class DockerBenchmark {
    private static final int POOL = 2;
    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final long POLL_NANOS = 20_000;
    private static final long SETTLE_MILLIS = 300;

    private static String image() {
        return Objects.requireNonNull(
                System.getenv("PLIMSOLL_TEST_IMAGE"), "no engine: run eval \"$(.ci/docker-up)\" as root first");
    }

    private static SandboxBackend open(String runtime, int pool) throws InterruptedException {
        Map<String, String> options = Map.of("image", image(), "runtime", runtime, "pool", Integer.toString(pool));
        SandboxBackend backend = new DockerProvider()
                .create(new ProviderOptions(DockerProvider.ID, options, Map.of(), Clock.systemUTC(), 1));
        if (!backend.smokeTest().passed()) {
            throw new IllegalStateException("the wall does not hold");
        }
        return backend;
    }

    private static Dispatch<JavaScriptRequest> dispatch(SandboxBackend backend) {
        Limits standard = Limits.standard();
        return new Dispatch<>(
                JavaScriptRequest.of("console.log(6*7)"),
                new RequestId(1, 2),
                Deadline.after(AMPLE),
                new RunLimits(backend.memoryBounds().standard(), standard.outputBytes(), 0, standard.processes()),
                null);
    }

    private static void check(String printed) {
        if (!printed.equals("42\n")) {
            throw new IllegalStateException("it printed: " + printed);
        }
    }

    /** A backend without a pool. */
    @State(Scope.Benchmark)
    public static class Cold {
        /** The engine's runtime. */
        @Param({"runc", "runsc"})
        public String runtime = "";

        private @Nullable SandboxBackend backend;

        /** Opens it. */
        @Setup
        public void open() throws InterruptedException {
            backend = DockerBenchmark.open(runtime, 0);
        }

        /** Closes it. */
        @TearDown
        public void close() {
            Objects.requireNonNull(backend).close();
        }
    }

    /** A backend with a pool that is full before each run. */
    @State(Scope.Benchmark)
    public static class Pooled {
        /** The engine's runtime. */
        @Param({"runc", "runsc"})
        public String runtime = "";

        private final ExecutorService caller = Executors.newSingleThreadExecutor();
        private @Nullable SandboxBackend backend;
        private @Nullable Future<?> running;

        /** Opens it. */
        @Setup
        public void open() throws InterruptedException {
            backend = DockerBenchmark.open(runtime, POOL);
        }

        /** Waits until the last run is over and its container replaced. */
        @Setup(Level.Invocation)
        public void fill() throws Exception {
            if (running != null) {
                running.get();
            }
            while (DockerCommand.countOwned() != POOL) {
                TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
            }
            TimeUnit.MILLISECONDS.sleep(SETTLE_MILLIS);
        }

        /** Closes it. */
        @TearDown
        public void close() {
            caller.shutdown();
            Objects.requireNonNull(backend).close();
        }
    }

    /** Docker's own command. */
    @State(Scope.Benchmark)
    public static class Command {
        /** The engine's runtime. */
        @Param({"runc", "runsc"})
        public String runtime = "";

        private @Nullable DockerCommand command;

        /** Makes its arguments. */
        @Setup
        public void prepare() {
            command = new DockerCommand(image(), runtime);
        }
    }

    /** From the call to the result, with the container gone. */
    @Benchmark
    public void cold(Cold state) throws InterruptedException {
        SandboxBackend backend = Objects.requireNonNull(state.backend);
        Dispatch<JavaScriptRequest> dispatch = dispatch(backend);
        backend.runJavaScript(dispatch);
        check(dispatch.stdout().toOutput().text());
    }

    /** From the call to the first byte of output. */
    @Benchmark
    public void pooledFirstOutput(Pooled state) {
        SandboxBackend backend = Objects.requireNonNull(state.backend);
        Dispatch<JavaScriptRequest> dispatch = dispatch(backend);
        state.running = state.caller.submit(() -> backend.runJavaScript(dispatch));
        while (dispatch.stdout().received() == 0 && !dispatch.deadline().isExpired()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        check(dispatch.stdout().toOutput().text());
    }

    /** From the call to the result, with the container gone. */
    @Benchmark
    public void pooled(Pooled state) throws InterruptedException {
        SandboxBackend backend = Objects.requireNonNull(state.backend);
        Dispatch<JavaScriptRequest> dispatch = dispatch(backend);
        backend.runJavaScript(dispatch);
        check(dispatch.stdout().toOutput().text());
    }

    /** The yardstick, to the end of the command. */
    @Benchmark
    public void dockerRun(Command state) throws IOException, InterruptedException {
        check(Objects.requireNonNull(state.command).run());
    }
}
