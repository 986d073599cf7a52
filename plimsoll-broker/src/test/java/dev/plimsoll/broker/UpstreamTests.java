package dev.plimsoll.broker;

import static dev.plimsoll.broker.DirectCalls.answered;
import static dev.plimsoll.broker.DirectCalls.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.grant.CallTrace;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** APIs that are slow, huge, broken or hostile, at the level of bytes. */
@Timeout(120)
class UpstreamTests {
    private static final String BROKE_OFF = refused(502, "the API broke off its response");
    private static final String UNREACHABLE = refused(502, "the API could not be reached, or broke off");
    private static final String TOO_LARGE = refused(502, "the response is too large");
    private static final String TIMED_OUT = refused(504, "the API did not answer within the run's time");

    private static RawServer sending(String bytes) throws IOException {
        return new RawServer((request, connection) -> {
            connection.send(bytes);
            return false;
        });
    }

    private static DirectCalls calls(RawServer server) {
        return new DirectCalls(TestGrants.everyMethod(server.origin()).build());
    }

    static Stream<Arguments> brokenResponses() {
        String json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
        return Stream.of(
                Arguments.of("nothing", "", UNREACHABLE),
                Arguments.of("no HTTP", "SSH-2.0-OpenSSH_9.6\r\n\r\n", UNREACHABLE),
                Arguments.of("half a status line", "HTTP/1.1 2", UNREACHABLE),
                Arguments.of("a status that is no number", "HTTP/1.1 abc OK\r\n\r\n", UNREACHABLE),
                Arguments.of("half the headers", "HTTP/1.1 200 OK\r\nContent-Le", UNREACHABLE),
                Arguments.of("half a body", json + "Content-Length: 10\r\n\r\n12345", BROKE_OFF),
                Arguments.of("half a chunk", json + "Transfer-Encoding: chunked\r\n\r\na\r\n123", BROKE_OFF),
                Arguments.of("no last chunk", json + "Transfer-Encoding: chunked\r\n\r\n1\r\n1\r\n", BROKE_OFF),
                Arguments.of(
                        "a chunk without a size", json + "Transfer-Encoding: chunked\r\n\r\nzz\r\n1\r\n", BROKE_OFF),
                Arguments.of(
                        "a chunk of negative size", json + "Transfer-Encoding: chunked\r\n\r\n-5\r\n1\r\n", BROKE_OFF),
                Arguments.of("a body after 204", "HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\n12345", UNREACHABLE),
                Arguments.of("an endless header", "HTTP/1.1 200 OK\r\nX: " + "x".repeat(300_000), UNREACHABLE),
                Arguments.of("endless headers", "HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(100_000), UNREACHABLE),
                Arguments.of(
                        "a switch of protocols",
                        "HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n12345",
                        refused(502, "the API broke off its response")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenResponses")
    void saysThatAnApiBrokeOffAndNothingElse(String what, String bytes, String reply) throws IOException {
        try (RawServer server = sending(bytes);
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(reply);
            assertThat(server.requests()).as("one request, no second attempt").hasSize(1);
            assertThat(calls.trace().calls())
                    .singleElement()
                    .extracting(CallTrace.Call::delivered)
                    .isEqualTo(false);
        }
    }

    @Test
    void makesNoSecondAttemptWhenAConnectionIsReset() throws IOException {
        try (RawServer server = new RawServer((request, connection) -> connection.reset());
                DirectCalls calls = calls(server)) {
            for (String method : new String[] {"GET", "POST"}) {
                assertThat(calls.send("{\"method\":\"" + method + "\",\"path\":\"/v1/1\"}"))
                        .isEqualTo(UNREACHABLE);
            }
            assertThat(server.requests()).hasSize(2);
        }
    }

    /** A 408 and a 503 with "Retry-After: 0" are what OkHttp repeats by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"408 Request Timeout", "503 Unavailable", "421 Misdirected", "401 Unauthorized"})
    void makesNoSecondAttemptForAnyStatus(String status) throws IOException {
        try (RawServer server = new RawServer((request, connection) -> {
                    connection.send(
                            RawServer.response(
                                    status,
                                    "{}",
                                    "Retry-After: 0\r\nWWW-Authenticate: Basic realm=x\r\nProxy-Authenticate: Basic realm=x\r\n"));
                    return true;
                });
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1"))
                    .isEqualTo(answered(Integer.parseInt(status.substring(0, 3)), "application/json", "{}"));
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 307, 308})
    void followsNoRedirectAndDoesNotSayWhereTo(int status) throws IOException {
        try (RawServer other = RawServer.saying("1");
                RawServer server = new RawServer((request, connection) -> {
                    connection.send(RawServer.response(
                            status + " Moved",
                            "{\"to\":\"" + other.origin() + "/v1/2\"}",
                            "Location: " + other.origin() + "/v1/2\r\n"));
                    return true;
                });
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(answered(status, "application/json", ""));
            assertThat(other.requests()).isEmpty();
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void keepsNoCookie() throws IOException {
        try (RawServer server = new RawServer((request, connection) -> {
                    connection.send(RawServer.response("200 OK", "1", "Set-Cookie: a=b; Path=/\r\n"));
                    return true;
                });
                DirectCalls calls = calls(server)) {
            calls.get("/v1/1");
            calls.get("/v1/2");
            assertThat(server.requests())
                    .hasSize(2)
                    .allSatisfy(r -> assertThat(r.header("cookie")).isEmpty());
        }
    }

    @Test
    void keepsNoResponse() throws IOException {
        try (RawServer server = new RawServer((request, connection) -> {
                    connection.send(RawServer.response("200 OK", "1", "Cache-Control: max-age=999\r\nETag: \"a\"\r\n"));
                    return true;
                });
                DirectCalls calls = calls(server)) {
            calls.get("/v1/1");
            calls.get("/v1/1");
            assertThat(server.requestLines()).containsExactly("GET /v1/1 HTTP/1.1", "GET /v1/1 HTTP/1.1");
        }
    }

    @Test
    void takesABodyOfTheBoundAndNotOneByteMore() throws IOException {
        for (String kind : new String[] {"length", "chunks", "end"}) {
            assertThat(bodyOf(Reply.MAX_BODY_BYTES, kind)).as(kind).startsWith("{\"status\":200,");
            assertThat(bodyOf(Reply.MAX_BODY_BYTES + 1, kind)).as(kind).isEqualTo(TOO_LARGE);
        }
    }

    private static String bodyOf(int length, String kind) throws IOException {
        String body = "x".repeat(length);
        String head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
        String bytes = switch (kind) {
            case "length" -> head + "Content-Length: " + length + "\r\n\r\n" + body;
            case "chunks" ->
                head + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(length) + "\r\n" + body
                        + "\r\n0\r\n\r\n";
            default -> head + "Connection: close\r\n\r\n" + body;
        };
        try (RawServer server = sending(bytes);
                DirectCalls calls = calls(server)) {
            return calls.get("/v1/1");
        }
    }

    /** Text of control characters is six times as long as JSON. */
    @Test
    void refusesABodyWhoseTextOutgrowsAReply() throws IOException {
        String body = "\u0001".repeat(2 << 20);
        try (RawServer server = sending("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(TOO_LARGE);
        }
    }

    /** Chunks without an end: the broker hangs up as soon as it has too much. */
    @Test
    void hangsUpOnAFloodOfChunks() throws IOException {
        byte[] chunk = ("4000\r\n" + "x".repeat(0x4000) + "\r\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        try (RawServer server = new RawServer((request, connection) -> {
                    connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                    while (true) {
                        connection.send(chunk); // until the other end is gone
                    }
                });
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(TOO_LARGE);
            await().atMost(Duration.ofSeconds(30)).until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void endsASlowCallAtTheDeadline() throws IOException {
        String head = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123";
        for (String sent : new String[] {"", "HTTP/1.1 200", head}) {
            try (RawServer server = new RawServer(
                            (request, connection) -> connection.send(sent).hang());
                    DirectCalls calls = new DirectCalls(
                            TestGrants.everyMethod(server.origin()).build(), Duration.ofMillis(700))) {
                assertThat(calls.get("/v1/1")).isEqualTo(TIMED_OUT);
                assertThat(calls.trace().calls()).singleElement().satisfies(call -> {
                    assertThat(call.delivered()).isFalse();
                    assertThat(call.status()).isEqualTo(sent.equals(head) ? 200 : 0);
                    assertThat(call.responseBytes()).isEqualTo(sent.equals(head) ? 3 : 0);
                });
                await().atMost(Duration.ofSeconds(30)).until(() -> server.openConnections() == 0);
            }
        }
    }

    @Test
    void refusesCallsBeforeItStartsAndAfterItIsClosed() throws IOException {
        try (RawServer server = RawServer.saying("1")) {
            DirectCalls calls = calls(server);
            calls.close();
            calls.close();
            assertThat(calls.get("/v1/1")).isEqualTo(refused(502, "the run is over"));
            assertThat(server.requests()).isEmpty();
        }
    }

    /** What passes for a content type may hold anything: also a header of the request, as a careless proxy shows it. */
    @Test
    void showsNoContentTypeThatIsNotSound() throws IOException {
        for (String type : new String[] {"text/plain; x=" + TestGrants.TOKEN, "a".repeat(300), "\u00e9/x", ""}) {
            try (RawServer server =
                            sending("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Type: " + type + "\r\n\r\n1");
                    DirectCalls calls = calls(server)) {
                assertThat(calls.get("/v1/1")).isEqualTo(answered(200, "", "1"));
            }
        }
    }

    @Test
    void withholdsAResponseThatShowsTheCredential() throws IOException {
        try (RawServer server = new RawServer((request, connection) -> {
                    connection.send(
                            RawServer.response("200 OK", "{\"you\":\"" + request.header("authorization") + "\"}"));
                    return true;
                });
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(refused(502, "the response holds the credential of the run"));
        }
    }

    /** It was asked not to: what comes is no text, and might unpack to any size. */
    @Test
    void refusesAResponseThatIsPacked() throws IOException {
        for (String encoding : new String[] {"gzip", "br", "identity, gzip"}) {
            try (RawServer server = sending(
                            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Encoding: " + encoding + "\r\n\r\n1");
                    DirectCalls calls = calls(server)) {
                assertThat(calls.get("/v1/1")).isEqualTo(refused(502, "the response is packed"));
                assertThat(server.requests().get(0).header("accept-encoding")).containsExactly("identity");
            }
        }
    }

    @Test
    void decodesTextThatIsNotUtf8WithoutFailing() throws IOException {
        try (RawServer server = sending("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\u00ff\u00c3x");
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(answered(200, "", "\ufffd\ufffdx"));
        }
    }

    @Test
    void waitsForTheFinalResponseBehindInterimOnes() throws IOException {
        try (RawServer server =
                        sending("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + RawServer.response("200 OK", "1"));
                DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(answered(200, "application/json", "1"));
        }
    }

    @Test
    void saysThatNobodyListens() throws IOException {
        RawServer server = RawServer.saying("1");
        server.close();
        try (DirectCalls calls = calls(server)) {
            assertThat(calls.get("/v1/1")).isEqualTo(UNREACHABLE);
        }
    }
}
