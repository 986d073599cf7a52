package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.docker.internal.engine.FakeEngine;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine that is down or stuck is a typed refusal, soon. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HangingEngineTests {
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

    @Test
    void namesTheOptionThatIsMissing() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(
                        () -> Sandbox.builder().provider(new DockerProvider()).open())
                .withMessageContaining("option image");
    }
}
