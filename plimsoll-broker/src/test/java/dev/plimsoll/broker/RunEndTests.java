package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.Sandbox;
import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a granted run holds, and what is left of it when it is over: nothing, not even a connection. */
@Timeout(120)
class RunEndTests {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    private static JavaScriptRequest request(Grant.Builder grant, String code) {
        return JavaScriptRequest.builder(code)
                .grant(grant.build())
                .timeout(Duration.ofSeconds(60))
                .build();
    }

    private static JavaScriptResult run(Grant.Builder grant, String code) {
        return sandbox.runJavaScript(request(grant, code));
    }

    private static void prints(JavaScriptResult result, String... lines) {
        assertThat(result.stdoutText().lines()).as(result.stderrText()).containsExactly(lines);
        assertThat(result.exitCode()).as(result.stderrText()).isZero();
    }

    @Test
    void movesBodiesUpToTheirBounds() throws IOException {
        String most = "\"" + "x".repeat(Reply.MAX_BODY_BYTES - 2) + "\"";
        try (RawServer server = RawServer.saying(most)) {
            JavaScriptResult result =
                    run(TestGrants.everyMethod(server.origin()), """
                    console.log((await host.post('/v1/1', 'y'.repeat(%1$d - 2))).length);
                    await host.post('/v1/1', 'y'.repeat(%1$d - 1)).catch(e => console.log(e.status, e.message));
                    """.formatted(GuestCall.MAX_BODY_BYTES));
            prints(
                    result,
                    String.valueOf(Reply.MAX_BODY_BYTES - 2),
                    "400 the body is longer than " + GuestCall.MAX_BODY_BYTES + " bytes");
            assertThat(server.requests()).hasSize(1);
            CallTrace.Call call = result.calls().calls().get(0);
            assertThat(call.requestBytes()).isEqualTo(GuestCall.MAX_BODY_BYTES);
            assertThat(call.responseBytes()).isEqualTo(Reply.MAX_BODY_BYTES);
            assertThat(call.delivered()).isTrue();
        }
    }

    /** A call that the guest never waits for is one request or none, and none is left when the run is over. */
    @Test
    void endsWithCallsInFlight() throws IOException {
        CountDownLatch slowIsThere = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, connection) -> {
            if (request.path().equals("/v1/slow")) {
                slowIsThere.countDown();
                return connection.hang();
            }
            awaited(slowIsThere);
            connection.send(RawServer.response("200 OK", "1"));
            return true;
        })) {
            JavaScriptResult result = run(
                    TestGrants.everyMethod(server.origin()),
                    "host.get('/v1/slow'); await host.get('/v1/fast'); process.exit(3)");
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(TestGrants.callThreads()).isEmpty();
            assertThat(result.calls().calls())
                    .extracting(CallTrace.Call::status, CallTrace.Call::delivered)
                    .containsExactly(tuple(200, true), tuple(0, false));
            await().atMost(PATIENCE).until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void endsAtItsDeadlineInTheMiddleOfACall() throws IOException {
        try (RawServer server = new RawServer((request, connection) -> connection.hang())) {
            JavaScriptRequest request = JavaScriptRequest.builder("console.log('asks'); await host.get('/v1/1')")
                    .grant(TestGrants.everyMethod(server.origin()).build())
                    .timeout(Duration.ofSeconds(2))
                    .build();
            JavaScriptResult result = sandbox.runJavaScript(request);
            assertThat(result.timedOut()).isTrue();
            assertThat(result.exitCode()).isEqualTo(124);
            assertThat(result.stdoutText()).isEqualTo("asks\n");
            assertThat(result.calls().calls()).singleElement().satisfies(call -> {
                assertThat(call.delivered()).isFalse();
                assertThat(call.status()).isZero();
            });
            assertThat(TestGrants.callThreads()).isEmpty();
            await().atMost(PATIENCE).until(() -> server.openConnections() == 0);
        }
    }

    @Test
    void endsItsCallsWhenItIsCancelled() throws IOException {
        CountDownLatch asked = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, connection) -> {
            asked.countDown();
            return connection.hang();
        })) {
            CompletableFuture<JavaScriptResult> run = sandbox.runJavaScriptAsync(
                    request(TestGrants.everyMethod(server.origin()), "await host.get('/v1/1')"));
            awaited(asked);
            run.cancel(true);
            await().atMost(PATIENCE).until(() -> server.openConnections() == 0);
            await().atMost(PATIENCE).until(() -> TestGrants.callThreads().isEmpty());
        }
    }

    static void awaited(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new AssertionError("what the test waits for did not happen");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
