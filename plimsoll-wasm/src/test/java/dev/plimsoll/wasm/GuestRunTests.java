package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.wasm.internal.engine.EngineTemplate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends of a run that no guest's code brings about by itself. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuestRunTests {
    private static final int SMALL_STACK = 1 << 20;

    /** No guest gets there on a thread of ours; a stack as small as no guest has shows what it would be told. */
    @Test
    void saysWhyTheEngineGaveUp() throws InterruptedException {
        Dispatch<JavaScriptRequest> dispatch = new Dispatch<>(
                JavaScriptRequest.of("(function f() { f(); })()"),
                new RequestId(1, 1),
                Deadline.after(Duration.ofMinutes(1)),
                new RunLimits(64 << 20, 1024, 0, 1),
                null);
        GuestRun run = new GuestRun(dispatch, EngineTemplate.load(), Evidence.of(Isolation.PROCESS, "test:1"));
        AtomicReference<ProgramOutcome> outcome = new AtomicReference<>();
        Thread guest = new Thread(null, () -> outcome.set(run.call()), "small", SMALL_STACK);
        guest.start();
        guest.join();
        assertThat(outcome.get().exitCode()).isEqualTo(134);
        assertThat(dispatch.stderr().toOutput().text())
                .isEqualTo("plimsoll: the engine gave up on this code: nesting deeper than the thread's stack\n");
    }

    /** The broker's call is on the guest's own thread, which a closing sandbox would otherwise wait for. */
    @Test
    void endsWhenItsOwnHostCallClosesTheSandbox() throws InterruptedException {
        AtomicReference<Sandbox> sandbox = new AtomicReference<>();
        ScriptedBroker broker = new ScriptedBroker(envelope -> {
            sandbox.get().close();
            return CompletableFuture.completedFuture(Bytes.utf8("closed"));
        });
        sandbox.set(Sandbox.builder()
                .provider("wasm")
                .broker(broker)
                .closeWait(Duration.ZERO)
                .providerGrace(Duration.ZERO)
                .open());
        Throwable thrown = catchThrowable(() -> sandbox.get()
                .runJavaScript(JavaScriptRequest.builder("await call('x')")
                        .grant(ScriptedBroker.GRANT)
                        .timeout(Duration.ofMinutes(1))
                        .build()));
        assertThat(thrown).isInstanceOf(RunCancelledException.class);
        assertThat(Thread.interrupted()).isFalse();
    }
}
