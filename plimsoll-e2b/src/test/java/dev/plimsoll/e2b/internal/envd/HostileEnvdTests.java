package dev.plimsoll.e2b.internal.envd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.e2b.internal.envd.EnvdException.Failure;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.e2b.standin.LyingServer;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A daemon that lies, as a guest that has taken it over can: each call ends, at its time at the latest. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileEnvdTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    /** How long a run may take that has to end by its deadline. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final String TOKEN = "ea_0123456789abcdef";
    private static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: application/connect+json\r\n\r\n";

    private final OkHttpClient http = Calls.newClient(AMPLE);

    @AfterEach
    void close() {
        Calls.close(http);
    }

    private EnvdClient at(LyingServer server) {
        return new EnvdClient(
                http,
                HttpUrl.get(server.uri().toString()),
                Headers.of("X-Access-Token", TOKEN),
                Duration.ofSeconds(20));
    }

    private ProcessEnd run(LyingServer server, Duration time) throws EnvdException, InterruptedException {
        ProcessSpec spec = new ProcessSpec("true", List.of(), Map.of(), false);
        return at(server).run(spec, new ProcessCall((error, bytes) -> true), Deadline.after(time));
    }

    private static void utf8(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes to somebody who has to leave. */
    private static void endlessly(OutputStream out, byte[] bytes) throws IOException {
        while (true) {
            out.write(bytes);
        }
    }

    private static byte[] frame(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new Buffer().writeByte(0).writeInt(bytes.length).write(bytes).readByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"event\":{\"keepalive\":{}}}",
                "{\"event\":{\"data\":{\"stdout\":\"\"}}}",
                "{\"event\":{\"start\":{\"pid\":1}}}",
                "{\"event\":{\"end\":{\"exited\":true,\"status\":\"exit status 0\"}}}",
                "{}"
            })
    void hearsFramesWithoutEndUntilTheDeadlineOnly(String message) throws Exception {
        byte[] frame = frame(message);
        try (LyingServer server = LyingServer.start((head, out) -> {
            utf8(out, STREAM);
            endlessly(out, frame);
        })) {
            assertThat(run(server, SHORT)).isEqualTo(new ProcessEnd.Overdue());
        }
    }

    @Test
    void hearsAFrameThatDripsUntilTheDeadlineOnly() throws Exception {
        LyingServer[] self = new LyingServer[1];
        try (LyingServer server = LyingServer.start((head, out) -> {
            utf8(out, STREAM);
            out.write(new byte[] {0, 0, 0, (byte) 0xff, (byte) 0xff});
            while (true) {
                self[0].pause(20);
                utf8(out, " ");
            }
        })) {
            self[0] = server;
            assertThat(run(server, SHORT)).isEqualTo(new ProcessEnd.Overdue());
        }
    }

    static Stream<Arguments> noStreams() {
        LyingServer.Lie headers = (head, out) -> {
            utf8(out, "HTTP/1.1 200 OK\r\n");
            endlessly(out, "X-More: more of it\r\n".getBytes(StandardCharsets.UTF_8));
        };
        LyingServer.Lie page = (head, out) ->
                utf8(out, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>");
        LyingServer.Lie refusal = (head, out) -> {
            utf8(out, "HTTP/1.1 400 Bad\r\nContent-Type: application/json\r\n\r\n");
            endlessly(out, "more of it ".getBytes(StandardCharsets.UTF_8));
        };
        LyingServer.Lie large = (head, out) -> {
            utf8(out, STREAM);
            out.write(new Buffer().writeByte(0).writeInt(Frame.MAX_LENGTH + 1).readByteArray());
            endlessly(out, new byte[8192]);
        };
        LyingServer.Lie compressed = (head, out) -> {
            utf8(out, STREAM);
            out.write(new byte[] {1, 0, 0, 0, 2, '{', '}'});
        };
        return Stream.of(
                Arguments.of("headers without end", headers, Failure.CUT),
                Arguments.of("a page", page, Failure.PROTOCOL),
                Arguments.of("a refusal without end", refusal, Failure.REFUSED),
                Arguments.of("a frame that is too large", large, Failure.PROTOCOL),
                Arguments.of("a compressed frame", compressed, Failure.PROTOCOL));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("noStreams")
    void leavesWhatIsNoStream(String what, LyingServer.Lie lie, Failure failure) throws Exception {
        try (LyingServer server = LyingServer.start(lie)) {
            assertThatExceptionOfType(EnvdException.class)
                    .isThrownBy(() -> run(server, AMPLE))
                    .satisfies(e -> assertThat(e.failure()).isEqualTo(failure));
        }
    }

    @Test
    void readsAsMuchOfAFileAsItWants() throws Exception {
        try (LyingServer server = LyingServer.start((head, out) -> {
            utf8(out, "HTTP/1.1 200 OK\r\n\r\n");
            endlessly(out, new byte[8192]);
        })) {
            FileContent content = at(server).download("a", 1000, AMPLE).orElseThrow();
            assertThat(content.bytes().length()).isEqualTo(1000);
            assertThat(content.cut()).isTrue();
            at(server).upload(Map.of("a", Bytes.utf8("a")), AMPLE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%s\r\n"})
    void doesNotRepeatTheTokenThatIsSentBack(String answer) throws Exception {
        try (LyingServer server = LyingServer.start((head, out) -> {
            assertThat(head).contains(TOKEN);
            utf8(out, answer.formatted(TOKEN));
        })) {
            StringWriter text = new StringWriter();
            PrintWriter writer = new PrintWriter(text);
            catchThrowableOfType(EnvdException.class, () -> run(server, AMPLE)).printStackTrace(writer);
            catchThrowableOfType(EnvdException.class, () -> at(server).download("a", 10, AMPLE))
                    .printStackTrace(writer);
            assertThat(text.toString()).doesNotContain(TOKEN);
        }
    }
}
