package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.docker.internal.engine.FakeEngine;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine that is down or stuck is a typed refusal, soon. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HangingEngineTests {
    /** What a sandbox gives a provider unless it is told otherwise. */
    private static final Duration STANDARD_GRACE = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    private static ProviderUnavailableException opening(String address) {
        return catchThrowableOfType(
                ProviderUnavailableException.class,
                () -> Sandbox.builder()
                        .provider(new DockerProvider())
                        .option("image", "any:1")
                        .option("host", address)
                        .option("openTimeout", "PT0.5S")
                        .open());
    }

    @Test
    void refusesWhenTheEngineIsNotThere() {
        ProviderUnavailableException e = opening("unix://" + folder.resolve("none.sock"));
        assertThat(e.reason()).isEqualTo(RefusalReason.CAPACITY);
        assertThat(e).hasMessageContaining("cannot be reached").hasMessageContaining("DOCKER_HOST");
    }

    @Test
    void refusesWhenTheEngineStopsAnsweringAfterItSaidWhoItIs() throws IOException {
        try (FakeEngine engine = new FakeEngine(
                folder, line -> line.contains("/version") ? FakeEngine.version("1.41", "1.12") : Optional.empty())) {
            ProviderUnavailableException e = opening(engine.address());
            assertThat(e.reason()).isEqualTo(RefusalReason.CAPACITY);
            assertThat(e).hasMessageContaining("did not answer within");
        }
    }

    /** What was printed until then comes back, although the engine lets nobody remove the container now. */
    @Test
    void holdsNoRunPastItsDeadline() throws IOException {
        try (EngineConnection direct = TestEngine.connect()) {
            try {
                JavaScriptResult result = UntilBegun.run(
                        this::runUntilTheEngineStalls,
                        ended -> !ended.stdoutText().isEmpty());
                assertThat(result.timedOut()).isTrue();
                assertThat(result.exitCode()).isEqualTo(124);
                assertThat(result.stdoutText()).isEqualTo("begun\n");
            } finally { // what nobody could remove through the engine that says nothing
                TestEngine.removeAllOf(direct, ProcessHandle.current().pid());
            }
        }
    }

    private JavaScriptResult runUntilTheEngineStalls(Duration budget) {
        JavaScriptRequest endless = JavaScriptRequest.builder("console.log('be' + 'gun'); setInterval(() => {}, 1000)")
                .timeout(budget)
                .build();
        try (StallingEngine engine = new StallingEngine(TestEngine.socket(), Files.createTempDirectory(folder, ""));
                Sandbox sandbox = TestEngine.builder(TestEngine.Tier.RUNC)
                        .option("host", engine.address())
                        .providerGrace(STANDARD_GRACE)
                        .open()) {
            CompletableFuture<JavaScriptResult> running = sandbox.runJavaScriptAsync(endless);
            Awaitility.await().atMost(TestEngine.GRACE).until(() -> engine.hasSaid("begun") || running.isDone());
            engine.stall();
            return running.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void namesTheOptionThatIsMissing() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(
                        () -> Sandbox.builder().provider(new DockerProvider()).open())
                .withMessageContaining("option image");
    }
}
