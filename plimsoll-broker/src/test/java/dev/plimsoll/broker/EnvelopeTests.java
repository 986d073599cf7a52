package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import dev.plimsoll.spi.HostApiBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Envelopes that no client of ours made. */
@Timeout(120)
class EnvelopeTests {
    static List<String> broken() {
        return List.of(
                "",
                " ",
                "null",
                "7",
                "\"GET /v1/1\"",
                "[]",
                "[\"GET\",\"/v1/1\"]",
                "{}",
                "{\"method\":\"GET\"}",
                "{\"path\":\"/v1/1\"}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\"",
                "{\"method\":\"GET\",\"path\":\"/v1/1\"}}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\"}{}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\"} x",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",}",
                "{method:\"GET\",path:\"/v1/1\"}",
                "{'method':'GET','path':'/v1/1'}",
                "/**/{\"method\":\"GET\",\"path\":\"/v1/1\"}",
                "\ufeff{\"method\":\"GET\",\"path\":\"/v1/1\"}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",\"path\":\"/v1/2\"}",
                "{\"method\":\"GET\",\"method\":\"POST\",\"path\":\"/v1/1\"}",
                "{\"method\":\"GET\",\"p\\u0061th\":\"/v1/2\",\"path\":\"/v1/1\"}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",\"headers\":{\"Host\":\"evil.example\"}}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",\"headers\":\"Host: evil.example\"}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",\"origin\":\"http://evil.example\"}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",\"query\":\"a=b\"}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",\"__proto__\":\"x\"}",
                "{\"Method\":\"GET\",\"path\":\"/v1/1\"}",
                "{\"method\":\"get\",\"path\":\"/v1/1\"}",
                "{\"method\":\" GET\",\"path\":\"/v1/1\"}",
                "{\"method\":\"HEAD\",\"path\":\"/v1/1\"}",
                "{\"method\":\"TRACE\",\"path\":\"/v1/1\"}",
                "{\"method\":\"CONNECT\",\"path\":\"/v1/1\"}",
                "{\"method\":\"GET\\r\\nX: y\",\"path\":\"/v1/1\"}",
                "{\"method\":null,\"path\":\"/v1/1\"}",
                "{\"method\":\"GET\",\"path\":7}",
                "{\"method\":\"GET\",\"path\":null}",
                "{\"method\":\"GET\",\"path\":[\"/v1/1\"]}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\",\"body\":\"1\"}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":{}}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":null}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"\"}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"{\"}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"1 2\"}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"NaN\"}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"a=b&c=d\"}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"{\\\"a\\\":1,\\\"a\\\":2}\"}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"" + "[".repeat(100_000) + "\"}",
                "{\"method\":\"GET\",\"path\":" + "[".repeat(100_000) + "}",
                "{\"method\":\"POST\",\"path\":\"/v1/1\",\"body\":\"" + "9".repeat(100_000) + "\"}",
                "{\"method\":\"GET\",\"path\":\"/v1/1\"," + " ".repeat(GuestCall.MAX_ENVELOPE_BYTES) + "}");
    }

    @ParameterizedTest
    @MethodSource("broken")
    void refusesAnEnvelopeThatIsNotOne(String envelope) throws IOException {
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls =
                        new DirectCalls(TestGrants.everyMethod(server.origin()).build())) {
            assertThat(calls.send(envelope)).startsWith("{\"status\":400,\"error\":\"");
            assertThat(calls.trace().denied()).isEqualTo(1);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void refusesBytesThatAreNotUtf8() throws IOException {
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls =
                        new DirectCalls(TestGrants.everyMethod(server.origin()).build())) {
            byte[] bytes =
                    "{\"method\":\"GET\",\"path\":\"/v1/x\"}".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            bytes[bytes.length - 3] = (byte) 0xff;
            assertThat(DirectCalls.reply(calls.api().call(Bytes.copyOf(bytes))))
                    .isEqualTo(DirectCalls.refused(400, "the call is not UTF-8"));
            assertThat(server.requests()).isEmpty();
        }
    }

    /** The guest has the primitive itself, and gets as far as with the client: to the routes, and no further. */
    @Test
    void givesAGuestThatCallsTheImportByHandNothingMore() throws IOException {
        try (RawServer server = RawServer.saying("1");
                Sandbox sandbox = Sandbox.builder()
                        .provider("wasm")
                        .broker(new BareBroker())
                        .open()) {
            JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder("""
                            const seen = async envelope => {
                              const reply = JSON.parse(await bare(envelope));
                              console.log(reply.status, reply.error ?? reply.body);
                            };
                            await seen(JSON.stringify({method: 'GET', path: '/v2/1'}));
                            await seen(JSON.stringify({method: 'GET', path: '/v1/../v2/1'}));
                            await seen(JSON.stringify({method: 'GET', path: '/v1/1', headers: {authorization: 'x'}}));
                            await seen(JSON.stringify({method: 'GET', path: 'http://evil.example/v1/1'}));
                            await seen('{');
                            await seen('x'.repeat(100));
                            await bare('x'.repeat(3 << 20)).catch(e => console.log(e.name));
                            for (const odd of [undefined, null, 7, {}, [], Symbol.iterator, () => 1, {toString() { throw 1; }}]) {
                              try { JSON.parse(await bare(odd)).error || console.log('passed', odd); } catch {}
                            }
                            await seen(JSON.stringify({method: 'GET', path: '/v1/1'}));
                            """)
                    .grant(TestGrants.everyMethod(server.origin()).build())
                    .timeout(Duration.ofSeconds(60))
                    .build());
            assertThat(result.stdoutText().lines())
                    .as(result.stderrText())
                    .containsExactly(
                            "403 no route of the grant allows this call",
                            "403 the path has a segment of dots",
                            "400 the call is not an object of strings",
                            "403 the path does not start with /",
                            "400 the call is not one JSON object",
                            "400 the call is not one JSON object",
                            "TypeError",
                            "200 1");
            assertThat(server.requestLines()).containsExactly("GET /v1/1 HTTP/1.1");
        }
    }

    /** The broker, with a client script that hands the primitive itself to the guest. */
    private static final class BareBroker implements HostApiBroker {
        private final HttpBroker broker = new HttpBroker();

        @Override
        public int spiVersion() {
            return SPI_VERSION;
        }

        @Override
        public BrokerSession open(BrokerOpening opening) throws InterruptedException {
            BrokerSession session = broker.open(opening);
            return new BrokerSession() {
                @Override
                public HostApi start(Deadline deadline) {
                    return new Bare(session.start(deadline));
                }

                @Override
                public CallTrace trace() {
                    return session.trace();
                }

                @Override
                public void close() {
                    session.close();
                }
            };
        }
    }

    private record Bare(HostApi api) implements HostApi {
        @Override
        public String clientScript() {
            return "define('bare', hostCall);";
        }

        @Override
        public int maxEnvelopeBytes() {
            return api.maxEnvelopeBytes();
        }

        @Override
        public CompletableFuture<Bytes> call(Bytes envelope) {
            return api.call(envelope);
        }

        @Override
        public int maxReplyBytes() {
            return api.maxReplyBytes();
        }
    }
}
