package dev.plimsoll.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines of other versions, that hang, or that talk nonsense; each is a socket that behaves so. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EngineConnectionTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final Duration BRIEF = Duration.ofMillis(300);

    @TempDir
    private Path folder;

    private static EngineConnection open(FakeEngine engine, Duration patience) {
        EngineSettings.Overrides overrides = new EngineSettings.Overrides(
                Optional.of(engine.address()), Optional.empty(), Optional.empty(), Optional.empty());
        return EngineConnection.open(EngineSettings.of(overrides), Deadline.after(patience));
    }

    @ParameterizedTest
    @CsvSource({"1.41, 1.12, 1.41", "1.44, 1.24, 1.44", "1.52, 1.44, 1.52", "1.60, 1.44, 1.52", "1.43, '', 1.43"})
    void speaksTheNewestVersionOfBothSides(String newest, String oldest, String agreed) throws IOException {
        try (FakeEngine engine = new FakeEngine(
                        folder,
                        line -> line.contains("/version")
                                ? FakeEngine.version(newest, oldest)
                                : FakeEngine.json("{\"ID\":\"x\"}"));
                EngineConnection connection = open(engine, AMPLE)) {
            assertThat(connection.apiVersion()).isEqualTo(agreed);
            connection.client(Deadline.after(AMPLE)).infoCmd().exec();
            assertThat(engine.requests()).last().isEqualTo("GET /v" + agreed + "/info HTTP/1.1");
        }
    }

    @ParameterizedTest
    @CsvSource({"1.40, 1.12", "1.70, 1.53", "2.0, 2.0", "nonsense, 1.1"})
    void refusesAnEngineWithoutACommonVersion(String newest, String oldest) throws IOException {
        try (FakeEngine engine = new FakeEngine(folder, line -> FakeEngine.version(newest, oldest))) {
            assertThatExceptionOfType(UnsupportedEngineException.class).isThrownBy(() -> open(engine, AMPLE));
        }
    }

    @Test
    void namesTheVersionsOfBothSides() throws IOException {
        try (FakeEngine engine = new FakeEngine(folder, line -> FakeEngine.version("1.40", "1.12"))) {
            assertThatExceptionOfType(UnsupportedEngineException.class)
                    .isThrownBy(() -> open(engine, AMPLE))
                    .withMessageContaining("99.1")
                    .withMessageContaining("1.12 to 1.40")
                    .withMessageContaining("1.41 to 1.52");
        }
    }

    @Test
    void isNotHeldByAnEngineThatNeverAnswers() throws IOException {
        try (FakeEngine engine = new FakeEngine(folder, line -> Optional.empty())) {
            assertThatExceptionOfType(EngineFault.class)
                    .isThrownBy(() -> open(engine, BRIEF))
                    .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineFault.Kind.NO_ANSWER));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SSH-2.0-OpenSSH\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}",
                "\r\n\r\n"
            })
    void tellsNonsenseFromAnAnswer(String answer) throws IOException {
        try (FakeEngine engine = new FakeEngine(folder, line -> Optional.of(answer))) {
            assertThatExceptionOfType(EngineFault.class)
                    .isThrownBy(() -> open(engine, AMPLE))
                    .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineFault.Kind.BROKEN));
        }
    }

    @Test
    void readsAnAnswerInChunks() throws IOException {
        String body = "{\"Version\":\"1\",\"ApiVersion\":\"1.41\"}";
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + "a;x=y\r\n" + body.substring(0, 10)
                + "\r\n" + Integer.toHexString(body.length() - 10) + "\r\n" + body.substring(10)
                + "\r\n0\r\nTrailer: x\r\n\r\n";
        try (FakeEngine engine = new FakeEngine(folder, line -> Optional.of(chunked));
                EngineConnection connection = open(engine, AMPLE)) {
            assertThat(connection.apiVersion()).isEqualTo("1.41");
        }
    }

    @Test
    void endsAnExchangeWhenItsThreadIsInterrupted() throws IOException, InterruptedException {
        try (FakeEngine engine = new FakeEngine(folder, line -> Optional.empty())) {
            AtomicReference<EngineFault.Kind> kind = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    open(engine, AMPLE);
                } catch (EngineFault e) {
                    kind.set(e.kind());
                }
            });
            caller.start();
            Awaitility.await().atMost(AMPLE).until(() -> !engine.requests().isEmpty());
            caller.interrupt();
            caller.join();
            assertThat(kind.get()).isEqualTo(EngineFault.Kind.INTERRUPTED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://127.0.0.1:2375", "ssh://engine", "unix://", "npipe:////./pipe/docker_engine"})
    void speaksToNoEngineWithoutASafeWay(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> EngineAddress.of(URI.create(address), null));
    }
}
