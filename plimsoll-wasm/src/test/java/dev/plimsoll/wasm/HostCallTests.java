package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Envelopes out of the guest and replies into it, with a broker that answers as each test says. */
class HostCallTests {
    private static final int LONGEST = ScriptedBroker.LONGEST;

    private final AtomicInteger calls = new AtomicInteger();

    private JavaScriptResult run(Function<String, CompletableFuture<Bytes>> answers, Duration timeout, String code) {
        ScriptedBroker broker = new ScriptedBroker(envelope -> {
            calls.incrementAndGet();
            return answers.apply(envelope);
        });
        try (Sandbox sandbox = Sandbox.builder().provider("wasm").broker(broker).open()) {
            return sandbox.runJavaScript(JavaScriptRequest.builder(code)
                    .grant(ScriptedBroker.GRANT)
                    .timeout(timeout)
                    .build());
        }
    }

    private JavaScriptResult run(Function<String, CompletableFuture<Bytes>> answers, String code) {
        return run(answers, Duration.ofSeconds(30), code);
    }

    private static CompletableFuture<Bytes> now(String text) {
        return CompletableFuture.completedFuture(Bytes.utf8(text));
    }

    private static void prints(JavaScriptResult result, String expected) {
        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo(expected);
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void carriesTextBothWaysUnchanged() {
        prints(
                run(text -> now("<" + text + ">"), "console.log(await call('é𝒳\\u0000\"'), await call(''))"),
                "<é𝒳\u0000\"> <>\n");
        assertThat(calls).hasValue(2);
    }

    @Test
    void answersInWhateverOrderTheHostDoes() {
        List<CompletableFuture<Bytes>> open = new ArrayList<>();
        prints(
                run(
                        text -> {
                            CompletableFuture<Bytes> reply = new CompletableFuture<>();
                            open.add(reply);
                            if (open.size() == 3) {
                                open.get(1).complete(Bytes.utf8("second"));
                                open.get(0).complete(Bytes.utf8("first"));
                                reply.complete(Bytes.utf8("third"));
                            }
                            return reply;
                        },
                        "for (const n of [1, 2, 3]) call(String(n)).then(text => console.log(n, text))"),
                "2 second\n1 first\n3 third\n");
    }

    @Test
    void waitsForTheReplyToACallOfABeforeExitHandler() {
        prints(
                run(
                        text -> CompletableFuture.supplyAsync(() -> Bytes.utf8("<" + text + ">")),
                        "process.once('beforeExit', async () => console.log(await call('late')))"),
                "<late>\n");
    }

    /** The bound counts a call until the guest has taken its reply: a guest that does not look fills nothing. */
    @Test
    void startsNoMoreThanItsBoundBeforeTheGuestTakesReplies() {
        JavaScriptResult result = run(
                text -> now("ok"),
                "const all = []; for (let i = 0; i < 200; i++) all.push(call(String(i)));"
                        + "let late = await call('how many'); console.log((await Promise.all(all)).length)");
        prints(result, "200\n");
        assertThat(calls).hasValue(201);

        calls.set(0);
        run(text -> now("ok"), Duration.ofMillis(500), "for (let i = 0; i < 200; i++) call('x'); for (;;);");
        assertThat(calls).hasValue(HostCalls.MAX_STARTED);
    }

    @Test
    void refusesWhatIsTooMuchAndGoesOn() {
        prints(
                run(
                        text -> now("ok"),
                        "let refused = 0, served = 0; const all = [];"
                                + "for (let i = 0; i < 5000; i++)"
                                + " all.push(call('x').then(() => served++, e => { refused++; if (!(e instanceof TypeError)) throw e; }));"
                                + "await Promise.all(all); console.log(served, refused); console.log(await call('again'))"),
                (HostCalls.MAX_STARTED + HostCalls.MAX_WAITING) + " "
                        + (5000 - HostCalls.MAX_STARTED - HostCalls.MAX_WAITING) + "\nok\n");
    }

    @Test
    void refusesAnEnvelopeThatIsTooLong() {
        prints(
                run(
                        text -> now("ok"),
                        "console.log(await call('x'.repeat(" + LONGEST + ")));" + "await call('x'.repeat("
                                + (LONGEST + 1) + ")).catch(e => console.log(e.message))"),
                "ok\nthe host took no call\n");
        assertThat(calls).hasValue(1);
    }

    @Test
    void tellsTheGuestOfAFailureAndNothingAboutIt() {
        String code = "await call('x').catch(e => console.log(e instanceof Error, e.message))";
        String expected = "true the call failed in the broker\n";
        prints(run(text -> CompletableFuture.failedFuture(new IllegalStateException("t0ken")), code), expected);
        prints(run(text -> now("y".repeat(LONGEST + 1)), code), expected);
        prints(run(text -> null, code), expected);
        prints(
                run(
                        text -> {
                            throw new IllegalArgumentException("t0ken");
                        },
                        code),
                expected);
        prints(
                run(
                        text -> {
                            throw new StackOverflowError("t0ken");
                        },
                        code),
                expected);
    }

    @Test
    void endsAtItsDeadlineWhateverTheHostDoes() {
        JavaScriptResult result =
                run(text -> new CompletableFuture<>(), Duration.ofMillis(300), "console.log(1); await call('x')");
        assertThat(result.timedOut()).isTrue();
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(result.stdoutText()).isEqualTo("1\n");
    }

    @Test
    void wakesWhenAReplyComesFromAnotherThread() throws InterruptedException {
        ExecutorService broker = Executors.newFixedThreadPool(2);
        try {
            prints(
                    run(
                            text -> CompletableFuture.supplyAsync(() -> Bytes.utf8(text + text), broker),
                            "let t = 'a'; for (let i = 0; i < 9; i++) t = await call(t); console.log(t.length)"),
                    "512\n");
        } finally {
            broker.shutdownNow();
        }
    }

    /** Timers and replies share one loop: neither keeps the other from its turn. */
    @Test
    void servesTimersWhileCallsAreOpen() {
        CompletableFuture<Bytes> slow = new CompletableFuture<>();
        prints(
                run(
                        text -> {
                            if (text.equals("go")) {
                                slow.complete(Bytes.utf8("slow"));
                                return now("went");
                            }
                            return slow;
                        },
                        "call('wait').then(t => console.log(t));"
                                + "setTimeout(async () => console.log('timer', await call('go')), 5)"),
                "slow\ntimer went\n");
    }

    @Test
    void givesAGuestWithoutAGrantNothingToCall() {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            prints(
                    sandbox.runJavaScript("console.log(typeof call, typeof host, typeof hostCall)"),
                    "undefined undefined undefined\n");
        }
    }

    /** A client script that fails is the host's fault, and no guest code runs then. */
    @Test
    void runsNoGuestCodeWhenTheClientFails() {
        ScriptedBroker broker = new ScriptedBroker("throw new Error('broken client')", text -> now("ok"));
        try (Sandbox sandbox = Sandbox.builder().provider("wasm").broker(broker).open()) {
            JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder("console.log('ran')")
                    .grant(ScriptedBroker.GRANT)
                    .build());
            assertThat(result.stdoutText()).isEmpty();
            assertThat(result.exitCode()).isNotZero();
        }
    }
}
