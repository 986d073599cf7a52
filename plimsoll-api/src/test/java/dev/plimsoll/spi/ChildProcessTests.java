package dev.plimsoll.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes, real signals. */
@Timeout(120)
@EnabledOnOs(value = OS.LINUX, disabledReason = "the programs are for Linux's shell, and strays are found in /proc")
class ChildProcessTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);

    /** Stands in the command line of what a test starts, so that the test finds it. */
    private final String name = "child-" + UUID.randomUUID();

    private final OutputSink stdout = new OutputSink(1000);
    private final OutputSink stderr = new OutputSink(1000);

    private static ProcessBuilder shell(String code) {
        return new ProcessBuilder("/bin/sh", "-c", code);
    }

    private OptionalInt run(String code, Duration budget) throws IOException, InterruptedException {
        return ChildProcess.run(shell(code), Deadline.after(budget), stdout, stderr);
    }

    private static String text(OutputSink sink) {
        return sink.toOutput().text();
    }

    private boolean isAnybodyLeft() {
        return ProcessHandle.allProcesses()
                .anyMatch(handle -> handle.info().commandLine().orElse("").contains(name));
    }

    /** A process that does nothing for long, under the name of the test. */
    private String idle() {
        return "sh -c 'while sleep 0.1; do :; done' " + name;
    }

    @Test
    void takesOutputAndExitCode() throws IOException, InterruptedException {
        assertThat(run("echo out; echo err >&2; exit 7", AMPLE)).hasValue(7);
        assertThat(text(stdout)).isEqualTo("out\n");
        assertThat(text(stderr)).isEqualTo("err\n");
    }

    @Test
    void takesTheLastWordsOfAProcessThatEndsAtOnce() throws IOException, InterruptedException {
        for (int i = 0; i < 50; i++) {
            OutputSink sink = new OutputSink(1 << 20);
            assertThat(ChildProcess.run(shell("head -c 60000 /dev/zero; exit 3"), Deadline.after(AMPLE), sink, stderr))
                    .hasValue(3);
            assertThat(sink.received()).isEqualTo(60_000);
        }
    }

    @Test
    void drainsBeyondTheCapAndGivesNoInput() throws IOException, InterruptedException {
        assertThat(run("cat; head -c 5000000 /dev/zero; echo end >&2", AMPLE)).hasValue(0);
        assertThat(stdout.received()).isEqualTo(5_000_000);
        assertThat(stdout.toOutput().droppedBytes()).isEqualTo(4_999_000);
        assertThat(text(stderr)).isEqualTo("end\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec %s", "%s", "%s & while :; do :; done", "yes & %s", "trap '' TERM INT; %s"})
    void endsAtTheDeadlineWithAllThatWasStarted(String code) throws IOException, InterruptedException {
        assertThat(run("echo before; " + code.formatted(idle()), Duration.ofSeconds(1)))
                .isEmpty();
        assertThat(text(stdout)).startsWith("before\n");
        assertThat(isAnybodyLeft()).isFalse();
    }

    /** They hold the pipes open: the run does not wait for them, and they do not outlive it. */
    @ParameterizedTest
    @ValueSource(strings = {"%s &", "setsid %s &", "(setsid %s &) &", "nohup %s >/dev/null 2>&1 &"})
    void endsWhatAProcessLeavesBehind(String code) throws IOException, InterruptedException {
        Deadline deadline = Deadline.after(AMPLE);
        assertThat(ChildProcess.run(shell(code.formatted(idle()) + " echo started"), deadline, stdout, stderr))
                .hasValue(0);
        assertThat(text(stdout)).contains("started\n");
        assertThat(deadline.isExpired()).isFalse();
        assertThat(isAnybodyLeft()).isFalse();
    }

    @Test
    void endsWhenItsThreadIsInterruptedAndKeepsTheNextInterrupt() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            thrown.set(catchThrowable(() -> run("echo started; " + idle(), AMPLE)));
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        await().atMost(AMPLE).until(() -> stdout.received() > 0);
        caller.interrupt();
        caller.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(flag).isFalse();
        assertThat(isAnybodyLeft()).isFalse();
    }

    @Test
    void refusesARunWhoseProcessCannotBeStarted() {
        Dispatch<JavaScriptRequest> dispatch = new Dispatch<>(
                JavaScriptRequest.of("1"),
                new RequestId(4, 7),
                Deadline.after(AMPLE),
                new RunLimits(1, 100, 0, 1),
                null);
        assertThatExceptionOfType(NotDispatchedException.class)
                .isThrownBy(() -> ChildProcess.run(
                        new ProcessBuilder("/no/such/program"), dispatch, Evidence.of(Isolation.NONE, "child")))
                .withMessage("nothing ran: the process cannot be started")
                .satisfies(e -> {
                    assertThat(e.requestId()).contains(new RequestId(4, 7));
                    assertThat(e.reason()).isEqualTo(RefusalReason.CAPACITY);
                });
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ChildProcess.run(
                        new ProcessBuilder("/no/such/program"), Deadline.after(AMPLE), stdout, stderr));
    }
}
