package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The process tier's table of hostile code, and more that only a process can do: an outcome like any other, and the run after it is right. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HostileTableTests {
    private static final int AT_ONCE = 6;
    private static final Duration AMPLE = Duration.ofMinutes(2);

    /** For code that may end by its deadline as well as before: what a container takes to start need not fit. */
    private static final Duration BUDGET = Duration.ofSeconds(4);

    private static final String KEPT = "console.log('kept');";

    /** Run behind {@link #KEPT}, which tells that it was the code that met the deadline, and not the start of its container. */
    private static final List<String> NEVER_ENDING = List.of(
            "while(true){}",
            "process.on('SIGTERM',()=>{});setInterval(()=>{},1)",
            "process.stdout.end();process.stderr.end();setInterval(()=>{},1)",
            "for(;;){try{while(true){}}catch(e){}finally{for(;;){}}}",
            "process.nextTick(function t(){process.nextTick(t)})",
            "setInterval(()=>{},1)",
            "await new Promise(r=>setTimeout(r,50000))",
            "/^(a+)+$/.test('a'.repeat(40)+'!')",
            "let z=[];for(let i=0;i<1e5;i++)z.push(i*7919%100003);for(;;)z.sort((x,y)=>x-y)",
            "Array.prototype.includes.call({length:2**53-1},1)",
            "let s='a'.repeat(1<<20);for(;;)s.indexOf('aaaaaaaaaaaaab'.repeat(1000))",
            "for(;;)console.log('x'.repeat(100000))",
            "for(;;)JSON.parse('['.repeat(500)+']'.repeat(500))",
            "process.kill(process.pid,'SIGSTOP')",
            "new (require('worker_threads').Worker)('for(;;);',{eval:true})");

    /** Stops the runner, which may then not have said any more what the code printed. */
    private static final String STOPS_THE_RUNNER = "process.kill(process.ppid,'SIGSTOP')";

    private static final List<String> HOARDING = List.of(
            "let a=[];for(;;)a.push(new Uint8Array(1<<16).fill(1))",
            "let a=[];for(;;)a.push({a})",
            "let a=[];for(;;)a.push('z'.repeat(1<<16)+a.length)",
            "let a=[];for(;;)a.push(Buffer.alloc(1<<20,1))");

    private static final List<String> ONE_WAY_OR_ANOTHER = List.of(
            "new Array(1e9)+''",
            "let s='a'.repeat(2**20);for(;;)s+=s",
            "let q=3n;for(;;)q=q*q",
            "new RegExp('('.repeat(1e5))",
            "let a=[];for(let i=0;i<1e5;i++)a=[a];String(a)",
            "eval('('.repeat(1e5))",
            "function t(){return Promise.resolve().then(t)};t()",
            "let o={};let c=o;for(let i=0;i<1e5;i++){c.a={};c=c.a};JSON.stringify(o)");

    private static final List<String> BOMBS = List.of(
            "const {spawn}=require('child_process');for(;;)try{spawn('/bin/sh',['-c','sleep 60']).on('error',()=>{})}catch{}",
            "require('child_process').spawnSync('/bin/sh',['-c','b(){ b|b& };b'],{stdio:'ignore'});setInterval(()=>{},1)",
            "const fs=require('fs');const b=Buffer.alloc(1<<20,1);for(let i=0;;i++)fs.appendFileSync('/work/f',b)",
            "const fs=require('fs');for(;;)fs.openSync('/dev/null','r')",
            "process.kill(1,'SIGKILL');process.kill(1,'SIGTERM');process.kill(process.ppid,'SIGKILL');setInterval(()=>{},1)",
            "require('child_process').execSync('kill -9 -1')");

    private static JavaScriptResult run(Sandbox sandbox, String code, Duration timeout) {
        return sandbox.runJavaScript(
                JavaScriptRequest.builder(code).timeout(timeout).build());
    }

    /** Runs all, so many side by side as the sandbox takes. */
    private static Map<String, JavaScriptResult> runAll(List<String> codes, Function<String, JavaScriptResult> run) {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            Map<String, CompletableFuture<JavaScriptResult>> running = new LinkedHashMap<>();
            codes.forEach(code -> running.put(code, CompletableFuture.supplyAsync(() -> run.apply(code), threads)));
            Map<String, JavaScriptResult> results = new LinkedHashMap<>();
            running.forEach((code, future) -> results.put(code, future.join()));
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Sandbox open(TestEngine.Tier tier) {
        return TestEngine.builder(tier).concurrency(AT_ONCE).open();
    }

    private static void theNextRunIsRight(Sandbox sandbox) {
        JavaScriptResult next = run(sandbox, "console.log(6*7)", AMPLE);
        assertThat(next.stdoutText()).as(next.stderrText()).isEqualTo("42\n");
        assertThat(next.exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void endsAtItsDeadline(TestEngine.Tier tier) {
        SoftAssertions all = new SoftAssertions();
        try (Sandbox sandbox = open(tier)) {
            runAll(
                            NEVER_ENDING,
                            code -> UntilBegun.run(
                                    budget -> run(sandbox, KEPT + code, budget),
                                    result -> !result.stdoutText().isEmpty()))
                    .forEach((code, result) -> {
                        endedAtItsDeadline(all, code, result);
                        all.assertThat(result.stdoutText()).as(code).startsWith("kept\n");
                    });
            endedAtItsDeadline(all, STOPS_THE_RUNNER, run(sandbox, STOPS_THE_RUNNER, BUDGET));
            theNextRunIsRight(sandbox);
        }
        all.assertAll();
    }

    private static void endedAtItsDeadline(SoftAssertions all, String code, JavaScriptResult result) {
        all.assertThat(result.timedOut()).as(code + result.stderrText()).isTrue();
        all.assertThat(result.exitCode()).as(code).isEqualTo(124);
        all.assertThat(result.memoryExceeded()).as(code).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void endsWhenItsMemoryIsUsedUp(TestEngine.Tier tier) {
        SoftAssertions all = new SoftAssertions();
        try (Sandbox sandbox = open(tier)) {
            runAll(HOARDING, code -> run(sandbox, code, AMPLE)).forEach((code, result) -> {
                all.assertThat(result.memoryExceeded())
                        .as(code + result.stderrText())
                        .isTrue();
                all.assertThat(result.exitCode()).as(code).isEqualTo(137);
                all.assertThat(result.timedOut()).as(code).isFalse();
            });
            theNextRunIsRight(sandbox);
        }
        all.assertAll();
    }

    @ParameterizedTest
    @EnumSource
    void endsOneWayOrAnother(TestEngine.Tier tier) {
        SoftAssertions all = new SoftAssertions();
        try (Sandbox sandbox = open(tier)) {
            runAll(ONE_WAY_OR_ANOTHER, code -> run(sandbox, code, BUDGET))
                    .forEach((code, result) -> all.assertThat(result.exitCode())
                            .as(code + result.stderrText())
                            .isIn(1, 124, 137));
            runAll(BOMBS, code -> run(sandbox, code, BUDGET))
                    .forEach((code, result) -> all.assertThat(result.exitCode())
                            .as(code + result.stderrText())
                            .isPositive());
            theNextRunIsRight(sandbox);
        }
        all.assertAll();
    }

    @ParameterizedTest
    @EnumSource
    void countsAFloodThatItDoesNotKeep(TestEngine.Tier tier) {
        try (Sandbox sandbox = open(tier)) {
            JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder(
                            "const b='x'.repeat(1<<20);for(let i=0;i<1024;i++)process.stdout.write(b)")
                    .timeout(AMPLE)
                    .outputBytes(1 << 20)
                    .build());
            assertThat(result.exitCode()).as(result.stderrText()).isZero();
            assertThat(result.stdout().bytes().length()).isEqualTo(1 << 20);
            assertThat(result.stdout().truncated()).isTrue();
            assertThat(result.stdout().droppedBytes()).isEqualTo((1L << 30) - (1 << 20));
            theNextRunIsRight(sandbox);
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesAClosedOutputForWhatItIs(TestEngine.Tier tier) {
        String code = "const fs=require('fs');console.log('before');fs.closeSync(1);fs.closeSync(2);"
                + "setTimeout(()=>process.exit(5),50)";
        try (Sandbox sandbox = open(tier)) {
            JavaScriptResult result = sandbox.runJavaScript(
                    JavaScriptRequest.builder(code).timeout(AMPLE).build());
            assertThat(result.stdoutText()).isEqualTo("before\n");
            assertThat(result.exitCode()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysSoWhenTheGuestKillsTheRunner(TestEngine.Tier tier) {
        try (Sandbox sandbox = open(tier)) {
            JavaScriptResult result =
                    sandbox.runJavaScript(JavaScriptRequest.builder("process.kill(process.ppid,'SIGKILL');for(;;);")
                            .timeout(AMPLE)
                            .build());
            assertThat(result.exitCode()).isEqualTo(137);
            assertThat(result.timedOut()).isFalse();
            if (tier == TestEngine.Tier.RUNC) {
                assertThat(result.memoryExceeded()).isFalse();
                assertThat(result.stderrText()).contains("the sandbox ended before the code did");
            } else {
                // behind gVisor an engine does not always say that memory was the reason, so this looks the same
                assertThat(result.memoryExceeded()).isTrue();
            }
            theNextRunIsRight(sandbox);
        }
    }
}
