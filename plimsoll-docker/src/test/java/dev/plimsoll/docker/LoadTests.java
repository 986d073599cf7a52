package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many runs, side by side and one after the other. How many is set by the system properties {@code plimsoll.load.parallel}
 * (100 for the full measure) and {@code plimsoll.load.sequential} (1,000); a build takes fewer, for its time.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class LoadTests {
    private static final int PARALLEL = Integer.getInteger("plimsoll.load.parallel", 8);
    private static final int SEQUENTIAL = Integer.getInteger("plimsoll.load.sequential", 10);
    private static final Duration AMPLE = Duration.ofMinutes(5);

    private static JavaScriptRequest request(int i) {
        return JavaScriptRequest.builder("console.log('run', " + i + ")")
                .timeout(AMPLE)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void runsSideBySideDoNotMix(TestEngine.Tier tier) throws IOException {
        TestEngine.requireImage();
        try (EngineConnection engine = TestEngine.connect()) {
            try (Sandbox sandbox =
                    TestEngine.builder(tier).concurrency(PARALLEL).open()) {
                List<CompletableFuture<JavaScriptResult>> results = new ArrayList<>();
                for (int i = 0; i < PARALLEL; i++) {
                    results.add(sandbox.runJavaScriptAsync(request(i)));
                }
                for (int i = 0; i < PARALLEL; i++) {
                    assertThat(results.get(i).join().stdoutText()).isEqualTo("run " + i + "\n");
                }
            }
            TestEngine.awaitNoneOf(engine, ProcessHandle.current().pid());
        }
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoThreadNoDescriptorAndNoContainer(TestEngine.Tier tier) throws IOException {
        TestEngine.requireImage();
        try (EngineConnection engine = TestEngine.connect();
                Sandbox sandbox = TestEngine.open(tier)) {
            sandbox.runJavaScript(request(-1));
            int threads = threads();
            int descriptors = descriptors();
            for (int i = 0; i < SEQUENTIAL; i++) {
                assertThat(sandbox.runJavaScript(request(i)).stdoutText()).isEqualTo("run " + i + "\n");
            }
            TestEngine.awaitNoneOf(engine, ProcessHandle.current().pid());
            Awaitility.await().atMost(AMPLE).untilAsserted(() -> {
                assertThat(threads()).isLessThanOrEqualTo(threads);
                assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 2);
            });
        }
    }

    private static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("plimsoll-"))
                .count();
    }

    private static int descriptors() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }
}
