package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Every run begins as the first did, ends with nothing left, and can be made to repeat itself. */
class FreshRunTests {
    @Test
    void leavesNothingForTheNextRun() {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            sandbox.runJavaScript("globalThis.left=1;Array.prototype.left=2;Object.prototype[Symbol.for('left')]=3;"
                    + "Object.prototype.toString=()=>'poisoned';"
                    + "setTimeout(()=>process.stdout.write('late'),5).unref();"
                    + "console.log=()=>{};process.exitCode=9");
            JavaScriptResult next = sandbox.runJavaScript("await new Promise(r=>setTimeout(r,20));"
                    + "console.log(typeof left, [].left, ({})[Symbol.for('left')], String({}), process.exitCode)");
            assertThat(next.stdoutText()).isEqualTo("undefined undefined undefined [object Object] undefined\n");
            assertThat(next.exitCode()).isZero();
        }
    }

    @Test
    void drawsOtherRandomNumbersInEachRun() {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            String code = "console.log(Math.random(), crypto.randomUUID())";
            assertThat(sandbox.runJavaScript(code).stdoutText())
                    .isNotEqualTo(sandbox.runJavaScript(code).stdoutText());
        }
    }

    @Test
    void repeatsADeterministicRun() {
        JavaScriptRequest request = JavaScriptRequest.builder(
                        "console.log(Math.random(), Date.now(), new Date().toISOString(), performance.now());"
                                + "setTimeout(()=>console.log(Date.now(), crypto.randomUUID()), 3600000)")
                .deterministic(Determinism.of(Instant.parse("2026-01-01T00:00:00Z"), 7))
                .build();
        try (Sandbox first = Sandbox.open("wasm");
                Sandbox second = Sandbox.open("wasm")) {
            JavaScriptResult one = first.runJavaScript(request);
            assertThat(one.exitCode()).as(one.stderrText()).isZero();
            assertThat(one.stdoutText()).contains("2026-01-01T00:00:00").doesNotContain("undefined");
            assertThat(second.runJavaScript(request).record().resultSha256())
                    .isEqualTo(one.record().resultSha256());
        }
    }

    @Test
    void statesItsIsolationAndTheEngineThatIsShipped() throws Exception {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            JavaScriptResult result = sandbox.runJavaScript("1");
            assertThat(result.isolation()).isEqualTo(Isolation.PROCESS);
            assertThat(result.record().environment())
                    .matches("quickjs-wasm:sha256:[0-9a-f]{64}")
                    .isEqualTo(sandbox.describe().evidence().environment());
        }
    }

    @Test
    void givesTheLastValueOnlyWhenAsked() {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            JavaScriptResult asked = sandbox.runJavaScript(
                    JavaScriptRequest.builder("6*7").captureLastValue(true).build());
            assertThat(asked.lastValue()).contains("42");
            assertThat(asked.stdoutText()).isEmpty();
            assertThat(sandbox.runJavaScript("6*7").lastValue()).isEmpty();
        }
    }

    @Test
    void endsWhenItsCallerIsInterrupted() throws InterruptedException {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicReference<Boolean> flag = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    sandbox.runJavaScript(JavaScriptRequest.builder("for(;;){}")
                            .timeout(Duration.ofMinutes(5))
                            .build());
                } catch (RuntimeException e) {
                    thrown.set(e);
                    flag.set(Thread.currentThread().isInterrupted());
                }
            });
            caller.start();
            Awaitility.await().until(() -> guestThreads().stream().anyMatch(Thread::isAlive));
            caller.interrupt();
            caller.join();
            assertThat(thrown.get()).isInstanceOf(RunCancelledException.class);
            assertThat(flag.get()).isTrue();
        }
    }

    @Test
    void leavesNoThreadBehind() {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            sandbox.runJavaScript("1");
        }
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("plimsoll-")))
                .isEmpty();
    }

    @Test
    void keepsItsOutputByteForByteAndCounted() {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            JavaScriptResult result =
                    sandbox.runJavaScript(JavaScriptRequest.builder("process.stdout.write('é'.repeat(1000))")
                            .outputBytes(1001)
                            .build());
            assertThat(result.stdout().bytes().length()).isEqualTo(1001);
            assertThat(result.stdout().droppedBytes()).isEqualTo(999);
            assertThat(result.stdout().truncated()).isTrue();
            assertThat(result.exitCode()).isZero();
            assertThat(result.stdoutText()).endsWith("\uFFFD");
        }
    }

    @Test
    void refusesMemoryTooSmallToStart() {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            assertThatThrownBy(() -> sandbox.runJavaScript(
                            JavaScriptRequest.builder("1").memoryBytes(65536).build()))
                    .hasMessageContaining("memory must be");
        }
    }

    private static Set<Thread> guestThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("plimsoll-wasm-guest"))
                .collect(Collectors.toSet());
    }
}
