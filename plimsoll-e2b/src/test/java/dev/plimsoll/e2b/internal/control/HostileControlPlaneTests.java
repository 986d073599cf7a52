package dev.plimsoll.e2b.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.e2b.standin.LyingServer;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A control plane that lies: each call ends, with the one exception that there is, and repeats nothing that was said. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileControlPlaneTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    /** How long a call may take that has to end by its time. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final String KEY = "e2b_0123456789abcdef";
    private static final VmSpec SPEC = new VmSpec("base", AMPLE, Map.of("a", "b"), Optional.empty());

    private final OkHttpClient http = Calls.newClient(AMPLE);

    @AfterEach
    void close() {
        Calls.close(http);
    }

    private ControlPlane at(LyingServer server) {
        return new ControlPlane(http, HttpUrl.get(server.uri().toString()), Secret.of(KEY), false);
    }

    private static void utf8(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes to somebody who has to leave. */
    private static void endlessly(OutputStream out, String text) throws IOException {
        while (true) {
            utf8(out, text);
        }
    }

    @Test
    void turnsSoManyPagesOnly() throws Exception {
        try (LyingServer server = LyingServer.start(
                (head, out) -> LyingServer.write(out, "HTTP/1.1 200 OK\r\nX-Next-Token: again\r\n", "[]"))) {
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> at(server).list(Map.of(), AMPLE))
                    .withMessageContaining("does not come to an end");
            assertThat(server.requests()).isEqualTo(100);
        }
    }

    @Test
    void turnsSlowPagesForSoLongOnly() throws Exception {
        LyingServer[] self = new LyingServer[1];
        try (LyingServer server = LyingServer.start((head, out) -> {
            self[0].pause(100);
            LyingServer.write(out, "HTTP/1.1 200 OK\r\nX-Next-Token: again\r\n", "[]");
        })) {
            self[0] = server;
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> at(server).list(Map.of(), SHORT))
                    .withMessageContaining("did not answer");
            assertThat(server.requests()).isLessThan(100);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {101, 20_000})
    void takesNoPageThatIsLargerThanItAskedFor(int entries) throws Exception {
        String page = String.join(",", Collections.nCopies(entries, "{\"sandboxID\":\"i1\"}"));
        try (LyingServer server = LyingServer.answering("[" + page + "]")) {
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> at(server).list(Map.of(), AMPLE))
                    .withMessageContaining("cannot be read");
        }
    }

    static Stream<Arguments> endless() {
        LyingServer.Lie headers = (head, out) -> {
            utf8(out, "HTTP/1.1 200 OK\r\n");
            endlessly(out, "X-More: more of it\r\n");
        };
        LyingServer.Lie oneHeader = (head, out) -> {
            utf8(out, "HTTP/1.1 200 OK\r\nX-Long: ");
            endlessly(out, "more of it ");
        };
        LyingServer.Lie statusLine = (head, out) -> endlessly(out, "HTTP/1.1 200 ");
        LyingServer.Lie hints = (head, out) -> endlessly(out, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
        LyingServer.Lie body = (head, out) -> {
            utf8(out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[");
            endlessly(out, "\"more of it\",");
        };
        LyingServer.Lie trailers = (head, out) -> {
            utf8(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n");
            endlessly(out, "X-More: more of it\r\n");
        };
        return Stream.of(
                Arguments.of("headers", headers),
                Arguments.of("a header", oneHeader),
                Arguments.of("a status line", statusLine),
                Arguments.of("early hints", hints),
                Arguments.of("a body", body),
                Arguments.of("trailers", trailers));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endless")
    void leavesWhatHasNoEnd(String what, LyingServer.Lie lie) throws Exception {
        try (LyingServer server = LyingServer.start(lie)) {
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> at(server).list(Map.of(), Duration.ofSeconds(5)));
        }
    }

    @Test
    void leavesAnAnswerThatDrips() throws Exception {
        LyingServer[] self = new LyingServer[1];
        try (LyingServer server = LyingServer.start((head, out) -> {
            utf8(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
            while (true) {
                self[0].pause(20);
                utf8(out, " ");
            }
        })) {
            self[0] = server;
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> at(server).list(Map.of(), SHORT))
                    .withMessageContaining("no answer in time");
        }
    }

    static Stream<String> echoes() {
        return Stream.of(
                "%s\r\n\r\n",
                "HTTP/1.1 %s\r\n\r\n",
                "HTTP/1.1 200 OK\r\n%s\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: %s\r\n\r\n[",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%s\r\n",
                "HTTP/1.1 302 Found\r\nLocation: http://%s/\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 500 %s\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 429 No\r\nRetry-After: %s\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n%s");
    }

    @ParameterizedTest
    @MethodSource("echoes")
    void doesNotRepeatTheKeyThatIsSentBack(String answer) throws Exception {
        try (LyingServer server = LyingServer.start((head, out) -> {
            assertThat(head).contains(KEY);
            utf8(out, answer.formatted(KEY));
        })) {
            ControlException thrown = catchThrowableOfType(
                    ControlException.class, () -> at(server).list(Map.of(), AMPLE));
            StringWriter text = new StringWriter();
            thrown.printStackTrace(new PrintWriter(text));
            assertThat(text.toString()).doesNotContain(KEY);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "7",
                "\"i1\"",
                "{}",
                "{\"sandboxID\":null}",
                "{\"sandboxID\":[]}",
                "{\"sandboxID\":\"\"}",
                "{\"sandboxID\":\"../other\"}",
                "{\"sandboxID\":\"a/b\"}",
                "{\"sandboxID\":\"a\\r\\nb\"}",
                "{\"sandboxID\":\"a%2fb\"}",
                "{\"sandboxID\":\"a?b\"}",
                "{\"sandboxID\":\"i1\",\"domain\":\"evil.example/x\"}",
                "{\"sandboxID\":\"i1\",\"domain\":{}}",
                "{\"sandboxID\":\"i1\",\"envdAccessToken\":\"a\\nb\"}",
                "{\"sandboxID\":\"i1\",\"envdAccessToken\":[1]}",
                "<html></html>",
                "",
                "{\"sandboxID\":\"i1\"",
                "{\"sandboxID\":\"i1\",\"templateID\":{\"a\":[]}}"
            })
    void takesNoMicroVmThatIsNotOne(String json) throws Exception {
        try (LyingServer server = LyingServer.answering(json)) {
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> at(server).create(SPEC, AMPLE))
                    .satisfies(e -> assertThat(e.mayHaveTakenEffect()).isTrue());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[null]",
                "[[]]",
                "[7]",
                "{}",
                "[{}]",
                "[{\"sandboxID\":\"../x\"}]",
                "[{\"sandboxID\":\"i1\",\"metadata\":{\"a\":null}}]",
                "[{\"sandboxID\":\"i1\",\"metadata\":{\"a\":{}}}]",
                "[{\"sandboxID\":\"i1\",\"endAt\":\"soon\"}]",
                "[{\"sandboxID\":\"i1\",\"endAt\":7}]",
                "[{\"sandboxID\":\"i1\",\"startedAt\":{}}]",
                "[{\"sandboxID\":\"i1\",\"state\":{}}]"
            })
    void takesNoListThatIsNotOne(String json) throws Exception {
        try (LyingServer server = LyingServer.answering(json)) {
            assertThatExceptionOfType(ControlException.class)
                    .isThrownBy(() -> at(server).list(Map.of(), AMPLE))
                    .withMessageContaining("cannot be read");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "00"})
    void pausesForASecondAtLeast(String seconds) throws Exception {
        assertThat(retryAfter(seconds)).contains(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "soon", "1.5", "99999999999999999999", "Wed, 21 Oct 2026 07:28:00 GMT", ""})
    void takesNoPauseThatIsNoNumber(String seconds) throws Exception {
        assertThat(retryAfter(seconds)).isEmpty();
    }

    private Optional<Duration> retryAfter(String seconds) throws IOException {
        try (LyingServer server = LyingServer.start((head, out) ->
                LyingServer.write(out, "HTTP/1.1 429 Too Many\r\nRetry-After: " + seconds + "\r\n", "{}"))) {
            return catchThrowableOfType(ControlException.class, () -> at(server).create(SPEC, AMPLE))
                    .retryAfter();
        }
    }
}
