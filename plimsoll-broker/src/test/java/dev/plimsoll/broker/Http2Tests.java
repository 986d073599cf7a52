package dev.plimsoll.broker;

import static dev.plimsoll.broker.DirectCalls.answered;
import static dev.plimsoll.broker.DirectCalls.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTPS with HTTP/2, as most APIs speak it; and TLS that must not be trusted. */
@Timeout(120)
class Http2Tests {
    private static final String UNREACHABLE = refused(502, "the API could not be reached, or broke off");

    private final HeldCertificate certificate =
            new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    private final MockWebServer server = new MockWebServer();

    @BeforeEach
    void start() throws IOException {
        server.useHttps(new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslSocketFactory());
        server.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void answers(MockResponse response) {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return response;
            }
        });
    }

    private static MockResponse.Builder json(String json) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body(json);
    }

    private DirectCalls trusting(String host) {
        return calls(new HttpBroker(trustingClient(), System::nanoTime), host);
    }

    private OkHttpClient trustingClient() {
        HandshakeCertificates trusted = new HandshakeCertificates.Builder()
                .addTrustedCertificate(certificate.certificate())
                .build();
        return new OkHttpClient.Builder()
                .sslSocketFactory(trusted.sslSocketFactory(), trusted.trustManager())
                .build();
    }

    private DirectCalls calls(HttpBroker broker, String host) {
        return new DirectCalls(
                broker,
                TestGrants.everyMethod("https://" + host + ":" + server.getPort())
                        .build(),
                Duration.ofMinutes(1));
    }

    @Test
    void makesManyCallsOverOneConnection() throws InterruptedException {
        answers(json("1").build());
        try (DirectCalls calls = trusting("localhost")) {
            assertThat(calls.get("/v1/-._~!$&'()*+,=:@")).isEqualTo(answered(200, "application/json", "1"));
            RecordedRequest first = server.takeRequest();
            assertThat(first.getVersion()).isEqualTo("HTTP/2");
            assertThat(first.getTarget()).isEqualTo("/v1/-._~!$&'()*+,=:@");
            assertThat(first.getHeaders().get("authorization")).isEqualTo("Bearer " + TestGrants.TOKEN);

            List<CompletableFuture<Bytes>> started = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                started.add(calls.start("{\"method\":\"POST\",\"path\":\"/v1/" + i + "\",\"body\":\"{}\"}"));
            }
            for (CompletableFuture<Bytes> call : started) {
                assertThat(DirectCalls.reply(call)).isEqualTo(answered(200, "application/json", "1"));
            }
            Set<Integer> connections = new HashSet<>();
            for (int i = 0; i < 40; i++) {
                connections.add(server.takeRequest().getConnectionIndex());
            }
            assertThat(connections).containsExactly(first.getConnectionIndex());
        }
    }

    @Test
    void holdsTheSameBounds() {
        answers(new MockResponse.Builder()
                .body(new Buffer().write(new byte[Reply.MAX_BODY_BYTES + 1]))
                .build());
        try (DirectCalls calls = trusting("localhost")) {
            assertThat(calls.get("/v1/1")).isEqualTo(refused(502, "the response is too large"));
        }
    }

    /** A refused stream (7) is what OkHttp repeats by itself. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 7, 8, 11})
    void makesNoSecondAttemptWhenAStreamIsReset(int error) {
        server.enqueue(
                json("1").onRequestStart(new SocketEffect.CloseStream(error)).build());
        server.enqueue(json("2").build());
        try (DirectCalls calls = trusting("localhost")) {
            assertThat(calls.get("/v1/1")).isEqualTo(UNREACHABLE);
            assertThat(calls.get("/v1/2")).isEqualTo(answered(200, "application/json", "2"));
        }
    }

    @Test
    void endsACallThatStallsAtTheDeadline() {
        server.enqueue(json("1").onResponseStart(SocketEffect.Stall.INSTANCE).build());
        try (DirectCalls calls = new DirectCalls(
                new HttpBroker(trustingClient(), System::nanoTime),
                TestGrants.everyMethod("https://localhost:" + server.getPort()).build(),
                Duration.ofSeconds(2))) {
            assertThat(calls.get("/v1/1")).isEqualTo(refused(504, "the API did not answer within the run's time"));
        }
    }

    @Test
    void trustsWhatThePlatformTrustsAndNothingElse() {
        answers(json("1").build());
        try (DirectCalls calls = calls(new HttpBroker(), "localhost")) {
            assertThat(calls.get("/v1/1")).isEqualTo(UNREACHABLE);
        }
        assertThat(server.getRequestCount()).isZero();
    }

    @Test
    void sendsNothingToAServerWithAnothersCertificate() {
        answers(json("1").build());
        try (DirectCalls calls = trusting("127.0.0.1")) {
            assertThat(calls.get("/v1/1")).isEqualTo(UNREACHABLE);
        }
        assertThat(server.getRequestCount()).isZero();
    }
}
