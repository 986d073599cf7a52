package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.RunLimits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs that no thread takes: the caller is told that nothing ran, since nothing did. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuestThreadsTests {
    @Test
    void refuseWhatIsInterruptedBeforeAThreadTookIt() throws InterruptedException {
        try (WasmBackend backend = new WasmBackend(false, 1)) {
            List<Dispatch<JavaScriptRequest>> endless = Stream.generate(() -> dispatch("console.log(1); for (;;) {}"))
                    .limit(2)
                    .toList();
            List<Thread> callers =
                    endless.stream().map(run -> caller(backend, run)).toList();
            Awaitility.await().until(() -> endless.stream().allMatch(Dispatch::hasOutput));

            Dispatch<JavaScriptRequest> third = dispatch("console.log(3)");
            Thread.currentThread().interrupt();
            Throwable thrown = catchThrowable(() -> backend.runJavaScript(third));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(thrown)
                    .isInstanceOfSatisfying(
                            NotDispatchedException.class,
                            refusal -> assertThat(refusal.reason()).isEqualTo(RefusalReason.CAPACITY))
                    .hasMessage("nothing ran: the thread was interrupted before the code was started");
            assertThat(third.hasOutput()).isFalse();
            for (Thread caller : callers) {
                caller.interrupt();
                caller.join();
            }
        }
    }

    @Test
    void refuseWhatComesAfterTheyWereClosed() {
        WasmBackend backend = new WasmBackend(false, 1);
        backend.close();
        assertThat(catchThrowable(() -> backend.runJavaScript(dispatch("1"))))
                .isInstanceOf(NotDispatchedException.class)
                .hasMessage("nothing ran: the provider is closed");
    }

    private static Thread caller(WasmBackend backend, Dispatch<JavaScriptRequest> run) {
        Thread caller = new Thread(() ->
                assertThat(catchThrowable(() -> backend.runJavaScript(run))).isInstanceOf(InterruptedException.class));
        caller.start();
        return caller;
    }

    private static Dispatch<JavaScriptRequest> dispatch(String code) {
        return new Dispatch<>(
                JavaScriptRequest.of(code),
                new RequestId(1, 1),
                Deadline.after(Duration.ofMinutes(1)),
                new RunLimits(64 << 20, 1024, 0, 1),
                null);
    }
}
