package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.standin.Fault;
import dev.plimsoll.e2b.standin.Stage;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ProjectRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that are given up at each stage, while the service says nothing: what they used ends with them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndedRunTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    /** So long that no test ends by it. */
    private static final Duration LONG = Duration.ofSeconds(100);

    private static final JavaScriptRequest REQUEST = JavaScriptRequest.builder("console.log('ran')")
            .captureLastValue(true)
            .timeout(LONG)
            .build();

    private StandIn standIn;
    private Sandbox sandbox;

    @BeforeEach
    void open() {
        standIn = StandIn.start();
        sandbox = StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider()), standIn)
                .option("callTimeout", LONG.toString())
                .option("keepAlive", "PT60S")
                .open();
    }

    @AfterEach
    void close() {
        sandbox.close();
        standIn.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Stage.class,
            names = {"CREATE", "CREATED", "FILE_WRITE", "START", "STARTED", "STREAM", "END", "FILE_READ"})
    void endsWithAnInterruptOfItsCaller(Stage stage) throws Exception {
        standIn.faults().next(stage, new Fault.Silence());
        FutureTask<Throwable> run = new FutureTask<>(() -> catchThrowable(() -> sandbox.runJavaScript(REQUEST)));
        Thread caller = new Thread(run);
        caller.start();
        await().atMost(AMPLE).until(() -> standIn.faults().pending().isEmpty());

        caller.interrupt();

        assertThat(run.get(AMPLE.toSeconds(), TimeUnit.SECONDS)).isInstanceOf(RunCancelledException.class);
        // At once, not by a timer: the caller's answer is the promise that its microVM is gone.
        assertThat(standIn.alive()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Stage.class,
            names = {"CREATE", "CREATED", "FILE_WRITE", "START", "STARTED", "STREAM", "END", "FILE_READ", "KILL"})
    void endsWithItsSandbox(Stage stage) throws Exception {
        standIn.faults().next(stage, new Fault.Silence());
        FutureTask<Throwable> run = new FutureTask<>(() -> catchThrowable(() -> sandbox.runJavaScript(REQUEST)));
        new Thread(run).start();
        await().atMost(AMPLE).until(() -> standIn.faults().pending().isEmpty());

        sandbox.close(Duration.ZERO);

        assertThat(standIn.alive()).isEmpty();
        Throwable thrown = run.get(AMPLE.toSeconds(), TimeUnit.SECONDS);
        if (stage != Stage.KILL) {
            assertThat(thrown).isInstanceOf(RunCancelledException.class);
        }
    }

    @Test
    void leavesNoThreadWhenItsSandboxIsClosed() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (Sandbox another = StandInSandboxes.open(standIn)) {
            runAFew(another);
        }

        await().atMost(AMPLE)
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> !before.contains(thread) && thread.isAlive())
                        .extracting(Thread::getName)
                        .filteredOn(name -> name.startsWith("plimsoll") || name.contains("127.0.0.1"))
                        .isEmpty());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void leavesNoConnectionWhenItsSandboxIsClosed() throws IOException {
        runAFew(sandbox);
        standIn.faults().next(Stage.STREAM, new Fault.Silence()).next(Stage.KILL, new Fault.Drop());
        FutureTask<Throwable> silent = new FutureTask<>(() -> catchThrowable(() -> sandbox.runJavaScript(REQUEST)));
        new Thread(silent).start();
        await().atMost(AMPLE).until(() -> standIn.faults().pending().equals(List.of(Stage.KILL)));
        assertThat(connections()).isNotZero();

        sandbox.close(Duration.ZERO);

        // Before they would have ended by themselves, after 20 s of rest.
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(connections()).isZero());
        assertThat(standIn.alive()).isEmpty();
    }

    private static void runAFew(Sandbox sandbox) {
        sandbox.runJavaScript(REQUEST);
        sandbox.runProject(ProjectRequest.builder()
                .file("a.txt", "a")
                .step("sleep 303 & cp a.txt b.txt")
                .artifact("b.txt")
                .timeout(LONG)
                .build());
    }

    /** Established connections to the stand-in, as the kernel lists them. */
    private long connections() throws IOException {
        List<String> ports = Stream.of(standIn.apiUrl(), standIn.sandboxUrl())
                .map(URI::getPort)
                .map(port -> ":%04X 01 ".formatted(port))
                .toList();
        long count = 0;
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            if (Files.exists(Path.of(table))) {
                try (Stream<String> lines = Files.lines(Path.of(table))) {
                    count += lines.filter(line -> ports.stream().anyMatch(line::contains))
                            .count();
                }
            }
        }
        return count;
    }
}
