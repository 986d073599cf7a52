package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that wants to hurt has an outcome like any other, and the run after it is right. */
class HostileCodeTests {
    private static final Duration BUDGET = Duration.ofMillis(300);
    private static final long MEMORY = 16 << 20;
    /** So much that code which hoards while it loops meets its deadline first, on the fastest machine too. */
    private static final long AMPLE_MEMORY = 256 << 20;

    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    @AfterEach
    void theNextRunIsRight() {
        JavaScriptResult next = run("console.log(6*7)", Duration.ofSeconds(5));
        assertThat(next.stdoutText()).isEqualTo("42\n");
        assertThat(next.exitCode()).isZero();
    }

    private static JavaScriptResult run(String code, Duration timeout) {
        return run(code, timeout, MEMORY);
    }

    private static JavaScriptResult run(String code, Duration timeout, long memoryBytes) {
        return sandbox.runJavaScript(JavaScriptRequest.builder(code)
                .timeout(timeout)
                .memoryBytes(memoryBytes)
                .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while(true){}",
                "for(;;){try{while(true){}}catch(e){}finally{for(;;){}}}",
                "function t(){return Promise.resolve().then(t)};t()",
                "process.nextTick(function t(){process.nextTick(t)})",
                "setInterval(()=>{},1)",
                "await new Promise(r=>setTimeout(r,5000))",
                "/^(a+)+$/.test('a'.repeat(40)+'!')",
                "let z=[];for(let i=0;i<1e5;i++)z.push(i*7919%100003);for(;;)z.sort((x,y)=>x-y)",
                "let z=[];for(let i=0;i<1e5;i++)z.push(i*7919%100003);for(;;)z.sort()",
                "Array.prototype.includes.call({length:2**53-1},1)",
                "let s='a'.repeat(1<<20);for(;;)s.indexOf('aaaaaaaaaaaaab'.repeat(1000))",
                "for(;;)console.log('x'.repeat(100000))",
                "for(;;)eval('1+1')",
                "for(;;)JSON.parse('['.repeat(500)+']'.repeat(500))"
            })
    void endsAtItsDeadline(String code) {
        JavaScriptResult result = run(code, BUDGET, AMPLE_MEMORY);
        assertThat(result.timedOut()).as(result.toString()).isTrue();
        assertThat(result.exitCode()).isEqualTo(124);
        assertThat(result.memoryExceeded()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "let a=[];for(;;)a.push(new Uint8Array(1<<16))",
                "let a=[];for(;;)a.push({})",
                "let s='x';let a=[];for(;;){s+='y'.repeat(5000);a.push(s+a.length)}",
                "let a=[];for(;;)a.push('z'.repeat(1<<16)+a.length)"
            })
    void endsWhenItsMemoryIsUsedUp(String code) {
        JavaScriptResult result = run(code, Duration.ofSeconds(20));
        assertThat(result.memoryExceeded())
                .as(result.toString() + result.stderrText())
                .isTrue();
        assertThat(result.exitCode()).isEqualTo(137);
        assertThat(result.timedOut()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "new Array(1e9)+''",
                "let s='a'.repeat(2**20);for(;;)s+=s",
                "let q=3n;for(;;)q=q*q",
                "new RegExp('('.repeat(1e5))",
                "let a=[];for(let i=0;i<1e5;i++)a=[a];String(a)",
                "JSON.parse('['.repeat(1e5)+']'.repeat(1e5))",
                "eval('('.repeat(1e5))",
                "let o={};let c=o;for(let i=0;i<1e5;i++){c.a={};c=c.a};JSON.stringify(o)"
            })
    void endsOneWayOrAnother(String code) {
        JavaScriptResult result = run(code, Duration.ofSeconds(2));
        assertThat(result.exitCode()).as(result.stderrText()).isIn(1, 124, 137);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "try{(function f(){f()})()}catch(e){console.log(e instanceof RangeError)}",
                "try{let f=()=>[1].map(f);f()}catch(e){console.log(e instanceof RangeError)}",
                "try{let x={toString(){return ''+x}};''+x}catch(e){console.log(e instanceof RangeError)}"
            })
    void letsTheGuestCatchDeepRecursion(String code) throws InterruptedException {
        JavaScriptResult[] result = new JavaScriptResult[1];
        Thread small = new Thread(null, () -> result[0] = run(code, Duration.ofSeconds(20)), "small", 256 << 10);
        small.start();
        small.join();
        assertThat(result[0].stdoutText()).as(result[0].stderrText()).isEqualTo("true\n");
        assertThat(result[0].exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"await new Promise(()=>{})"})
    void saysWhyAnAwaitNeverSettles(String code) {
        JavaScriptResult result = run(code, Duration.ofSeconds(20));
        assertThat(result.exitCode()).isEqualTo(13);
        assertThat(result.stderrText()).contains("unsettled top-level await");
    }
}
