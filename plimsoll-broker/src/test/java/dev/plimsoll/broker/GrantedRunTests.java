package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Granted runs from end to end: a guest on the real engine, the real broker, a real server. */
@Timeout(120)
class GrantedRunTests {
    private final TestApi api = new TestApi();

    @AfterEach
    void close() {
        api.close();
    }

    private static void prints(JavaScriptResult result, String expected) {
        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo(expected);
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void callsWithEachMethodAndHoldsTheCredentialOutside() {
        Grant grant = api.grant()
                .allow(HttpMethod.GET, "/v1/items/*")
                .allow(HttpMethod.PUT, "/v1/items/*")
                .allow(HttpMethod.POST, "/v1/items")
                .allow(HttpMethod.PATCH, "/v1/items/*")
                .allow(HttpMethod.DELETE, "/v1/items/*")
                .build();
        JavaScriptRequest request = JavaScriptRequest.builder("console.log(await host.get('/v1/items/7'));"
                        + "await host.put('/v1/items/7', {a: 1}); await host.post('/v1/items', ['é']);"
                        + "await host.patch('/v1/items/7', null); await host.del('/v1/items/7'); await host.post('/v1/items');"
                        + "console.log((await host.call('GET', '/v1/items/8')).status)")
                .grant(grant)
                .build();
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            JavaScriptResult result = sandbox.runJavaScript(request);
            prints(result, "{ ok: true }\n200\n");
            Receipts.check(request, result);
            assertThat(result.calls().calls())
                    .extracting(call -> call.route().toString())
                    .containsExactly(
                            "GET /v1/items/*",
                            "PUT /v1/items/*",
                            "POST /v1/items",
                            "PATCH /v1/items/*",
                            "DELETE /v1/items/*",
                            "POST /v1/items",
                            "GET /v1/items/*");
            CallTrace.Call put = result.calls().calls().get(1);
            assertThat(put.status()).isEqualTo(200);
            assertThat(put.delivered()).isTrue();
            assertThat(put.requestBytes()).isEqualTo(7);
            assertThat(put.responseBytes()).isEqualTo(11);
        }
        assertThat(api.requests)
                .containsExactly(
                        "GET /v1/items/7",
                        "PUT /v1/items/7 {\"a\":1}",
                        "POST /v1/items [\"é\"]",
                        "PATCH /v1/items/7 null",
                        "DELETE /v1/items/7",
                        "POST /v1/items",
                        "GET /v1/items/8");
        assertThat(api.authorizations).containsOnly("Bearer " + TestApi.TOKEN);
    }

    @Test
    void refusesWhatNoRouteAllowsAndSendsNothing() {
        Grant grant = api.grant().allow(HttpMethod.GET, "/v1/items/*").build();
        JavaScriptResult result = TestApi.run(
                grant,
                "for (const [m, p] of [['GET','/v1/items'],['GET','/v1/items/'],['GET','/v1/items/1/2'],['POST','/v1/items/1'],"
                        + "['get','/v1/items/1'],['HEAD','/v1/items/1'],['GET','/v2/items/1'],['GET','']])"
                        + " await host.call(m, p).catch(e => console.log(e.name, e.status))");
        prints(result, "HostError 403\n".repeat(4) + "HostError 400\n".repeat(2) + "HostError 403\n".repeat(2));
        assertThat(api.requests).isEmpty();
        assertThat(result.calls().denied()).isEqualTo(8);
        assertThat(result.calls().calls()).isEmpty();
    }

    @Test
    void reachesNothingWithAnEmptyGrant() {
        prints(TestApi.run(api.grant().build(), "await host.get('/').catch(e => console.log(e.status))"), "403\n");
        assertThat(api.requests).isEmpty();
    }

    @Test
    void rejectsWithTheStatusAndTextOfTheApi() {
        api.answering(exchange -> TestApi.answer(exchange, 404, "text/plain", "no such item"));
        Grant grant = api.grant().allow(HttpMethod.GET, "/v1/items/*").build();
        prints(
                TestApi.run(
                        grant,
                        "await host.get('/v1/items/7').catch(e => console.log(e instanceof host.HostError, e.status, e.body, e.message));"
                                + "const a = await host.call('GET', '/v1/items/7'); console.log(a)"),
                """
                true 404 no such item GET was answered with status 404
                { status: 404, contentType: 'text/plain', body: 'no such item' }
                """);
    }

    @Test
    void keepsBigIntegersOrSaysThatItCannot() {
        api.answering(exchange -> TestApi.answer(
                exchange, 200, "application/json", "{\"text\":\"9007199254740993\",\"id\":9007199254740993}"));
        Grant grant = api.grant().allow(HttpMethod.GET, "/x").build();
        prints(
                TestApi.run(
                        grant,
                        "await host.get('/x').catch(e => console.log(e.message)); console.log((await host.call('GET', '/x')).body)"),
                """
                the answer holds the integer 9007199254740993, which JavaScript cannot hold; take the text from call()
                {"text":"9007199254740993","id":9007199254740993}
                """);
    }

    @Test
    void countsDeniedCallsToTheBudget() {
        Grant grant = api.grant().allow(HttpMethod.GET, "/x").callBudget(3).build();
        JavaScriptResult result = TestApi.run(
                grant,
                "for (const p of ['/x','/y','/x','/x','/x']) await host.get(p).then(() => console.log('ok'), e => console.log(e.status))");
        prints(result, "ok\n403\nok\n429\n429\n");
        assertThat(result.calls().denied()).isEqualTo(3);
    }

    /** 50 calls at once: no more than 16 reach the API together, all are answered. */
    @Test
    void makesSixteenCallsAtOnce() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch sixteen = new CountDownLatch(16);
        api.answering(exchange -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            sixteen.countDown();
            try {
                sixteen.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            now.decrementAndGet();
            TestApi.answer(exchange, 200, "application/json", "1");
        });
        Grant grant = api.grant().allow(HttpMethod.GET, "/*").build();
        prints(
                TestApi.run(
                        grant,
                        "const all = []; for (let i = 0; i < 50; i++) all.push(host.get('/' + i));"
                                + "console.log((await Promise.all(all)).reduce((a, b) => a + b))"),
                "50\n");
        assertThat(most).hasValue(16);
    }

    @Test
    void endsAtTheDeadlineInTheMiddleOfACall() {
        api.hanging();
        Grant grant = api.grant().allow(HttpMethod.GET, "/slow").build();
        JavaScriptResult result =
                TestApi.run(grant, "console.log('before'); await host.get('/slow')", Duration.ofMillis(700));
        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdoutText()).isEqualTo("before\n");
        assertNothingIsLeft();
    }

    @Test
    void endsItsCallsWhenTheRunIsCancelled() throws InterruptedException {
        CountDownLatch arrived = api.hanging();
        Grant grant = api.grant().allow(HttpMethod.GET, "/slow").build();
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            CompletableFuture<JavaScriptResult> run =
                    sandbox.runJavaScriptAsync(JavaScriptRequest.builder("await host.get('/slow')")
                            .grant(grant)
                            .timeout(Duration.ofSeconds(100))
                            .build());
            arrived.await();
            assertThat(run.cancel(true)).isTrue();
            assertNothingIsLeft();
        }
    }

    @Test
    void endsCallsThatTheGuestDidNotWaitFor() {
        api.hanging();
        Grant grant = api.grant().allow(HttpMethod.GET, "/slow").build();
        JavaScriptResult result = TestApi.run(grant, "host.get('/slow').catch(() => {}); process.exit(5)");
        assertThat(result.exitCode()).isEqualTo(5);
        assertNothingIsLeft();
    }

    @Test
    void givesTheGlobalTheNameOfTheGrantAndRunsItsScript() {
        Grant grant = api.grant()
                .allow(HttpMethod.GET, "/x")
                .globalName("crm")
                .guestScript(
                        "globalThis.load = () => crm.get('/x'); globalThis.seen = typeof hostCall + typeof define;")
                .build();
        prints(
                TestApi.run(grant, "console.log(await load(), seen, typeof host, typeof hostCall)"),
                "{ ok: true } undefinedundefined undefined undefined\n");
    }

    @Test
    void aCancelledCallerLearnsThatTheRunWasCancelled() {
        CountDownLatch arrived = api.hanging();
        Grant grant = api.grant().allow(HttpMethod.GET, "/slow").build();
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            CompletableFuture<JavaScriptResult> run =
                    sandbox.runJavaScriptAsync(JavaScriptRequest.builder("await host.get('/slow')")
                            .grant(grant)
                            .build());
            Awaitility.await().until(() -> arrived.getCount() == 0);
            sandbox.close(Duration.ZERO);
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(run::join)
                    .withCauseInstanceOf(RunCancelledException.class);
        }
        assertNothingIsLeft();
    }

    private static void assertNothingIsLeft() {
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("plimsoll-broker")));
    }
}
