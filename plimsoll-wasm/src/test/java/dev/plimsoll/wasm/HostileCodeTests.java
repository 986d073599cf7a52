package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Code that wants to hurt has an outcome like any other, and the run after it is right. Every run is asked for by a thread
 * with a stack of 256 KiB, and no thread may end with a Throwable.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HostileCodeTests {
    private static final Duration BUDGET = Duration.ofMillis(300);
    /** For code that ends by itself, on a slow machine too. */
    private static final Duration AMPLE_TIME = Duration.ofSeconds(90);

    private static final long MEMORY = 16 << 20;
    /** So much that code which hoards while it loops meets its deadline first, on the fastest machine too. */
    private static final long AMPLE_MEMORY = 256 << 20;

    private static final int CALLER_STACK = 256 << 10;
    private static final int OUTPUT = 64 << 10;

    private static final Queue<Throwable> LEFT_BEHIND = new ConcurrentLinkedQueue<>();

    private static Sandbox sandbox;
    private static Thread.UncaughtExceptionHandler handlerBefore;

    @BeforeAll
    static void open() {
        handlerBefore = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> LEFT_BEHIND.add(thrown));
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
        Thread.setDefaultUncaughtExceptionHandler(handlerBefore);
    }

    @AfterEach
    void theNextRunIsRight() throws InterruptedException {
        JavaScriptResult next = run("console.log(6*7)", AMPLE_TIME, MEMORY);
        assertThat(next.stdoutText()).isEqualTo("42\n");
        assertThat(next.exitCode()).isZero();
        assertThat(LEFT_BEHIND).isEmpty();
    }

    private static JavaScriptResult run(String code, Duration timeout, long memoryBytes) throws InterruptedException {
        AtomicReference<JavaScriptResult> result = new AtomicReference<>();
        JavaScriptRequest request = JavaScriptRequest.builder(code)
                .timeout(timeout)
                .memoryBytes(memoryBytes)
                .outputBytes(OUTPUT)
                .build();
        Thread caller = new Thread(null, () -> result.set(sandbox.runJavaScript(request)), "caller", CALLER_STACK);
        caller.start();
        caller.join();
        assertThat(LEFT_BEHIND).isEmpty();
        return result.get();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "while(true){}",
                "for(;;){try{while(true){}}catch(e){}finally{for(;;){}}}",
                "function t(){return Promise.resolve().then(t)};t()",
                "function t(){return Promise.resolve().then(()=>{try{for(;;){}}catch(e){}}).then(t,t)};t()",
                "process.nextTick(function t(){process.nextTick(t)})",
                "process.on('exit',()=>{for(;;){}});process.exit()",
                "setInterval(()=>{},1)",
                "await new Promise(r=>setTimeout(r,500000))",
                "/^(a+)+$/.test('a'.repeat(40)+'!')",
                "for(;;)new RegExp('[^a]{0,9}'.repeat(1e4))",
                "let z=[];for(let i=0;i<1e5;i++)z.push(i*7919%100003);for(;;)z.sort((x,y)=>x-y)",
                "let z=[];for(let i=0;i<1e5;i++)z.push(i*7919%100003);for(;;)z.sort()",
                "new Array(1e9)+''",
                "Array.prototype.includes.call({length:2**53-1},1)",
                "let s='a'.repeat(1<<20);for(;;)s.indexOf('aaaaaaaaaaaaab'.repeat(1000))",
                "let s='a'.repeat(1<<20);for(;;)s.lastIndexOf('baaaaaaaaaaaaa'.repeat(1000))",
                "let b=new Uint8Array(1<<22);for(;;)b.fill(1).reverse().indexOf(2)",
                "for(;;)console.log('x'.repeat(100000))",
                "for(;;)eval('1+1')",
                "for(;;)JSON.parse('['.repeat(500)+']'.repeat(500))",
                "process.on('beforeExit',()=>setTimeout(()=>{},1))",
                "process.on('beforeExit',()=>setImmediate(()=>{}))",
                "process.on('beforeExit',async function t(){await null;t()})",
                "process.on('uncaughtException',()=>{});process.on('beforeExit',()=>{throw 1})",
                "process.on('unhandledRejection',r=>Promise.reject(r));Promise.reject(1)",
                "process.on('unhandledRejection',async r=>{await null;throw r});Promise.reject(1)",
                "process.on('exit',function t(){Promise.resolve().then(t)})"
            })
    void endsAtItsDeadline(String code) throws InterruptedException {
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
                "let a=[];for(;;)a.push(a.length)",
                "let s='x';let a=[];for(;;){s+='y'.repeat(5000);a.push(s+a.length)}",
                "let a=[];for(;;)a.push('z'.repeat(1<<16)+a.length)",
                "let s='a'.repeat(2**28);for(;;)s+=s",
                "new Uint8Array(2**31-1)",
                "Array(1e9).fill(0)",
                "let m=new Map();for(;;)m.set({},m.size)",
                "let p={};for(;;)p=new Proxy(p,{})",
                "let q=3n,a=[];for(;;){if(q<2n**100000n)q=q*q;a.push(q+BigInt(a.length))}",
                "for(;;)setTimeout(()=>{},1e6)",
                "let o={};for(let i=0;;i++)o['key'+i]=i",
                "let a=[];for(;;)a.push(Symbol())",
                "new RegExp('(?:ab)'.repeat(1<<20))",
                "/(?:a|b)*c/.exec('a'.repeat(1<<21))",
                "let e;try{new Uint8Array(1<<30)}catch(x){e=x};throw e",
                "(async()=>{let a=[];for(;;)a.push(new Uint8Array(1<<16))})()",
                "(async()=>{await null;let a=[];for(;;)a.push({a})})()",
                "var a=[];(async()=>{for(;;)a.push({})})()",
                "setTimeout(async()=>new Uint8Array(1<<30),1);setTimeout(()=>console.log('no'),9)",
                "Promise.resolve().then(()=>new Uint8Array(1<<30))",
                "let a=[];Promise.resolve().then(function t(){a.push({a});return Promise.resolve().then(t)})",
                "await (async()=>new Uint8Array(1<<30))()",
                "process.on('beforeExit',async()=>new Uint8Array(1<<30))",
                "process.on('exit',()=>new Uint8Array(1<<30))"
            })
    void endsWhenItsMemoryIsUsedUp(String code) throws InterruptedException {
        JavaScriptResult result = run(code, AMPLE_TIME, MEMORY);
        assertThat(result.memoryExceeded())
                .as(result.toString() + result.stderrText())
                .isTrue();
        assertThat(result.exitCode()).isEqualTo(137);
        assertThat(result.timedOut()).isFalse();
    }

    /** What counts is the error that ends the run, not that memory was refused before, nor what the error says of itself. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "throw null",
                "throw undefined",
                "throw new Error('out of memory')",
                "throw new InternalError('out of memory')",
                "throw structuredClone(refused)",
                "throw new Proxy(refused,{})",
                "throw Object.create(refused)",
                "throw Object.defineProperties(new InternalError(),Object.getOwnPropertyDescriptors(refused))",
                "throw new Error('x',{cause:refused})",
                "Promise.reject(null)",
                "Promise.reject(new InternalError('out of memory'))",
                "(async()=>{throw null})()",
                "await (async()=>{throw null})()",
                "setTimeout(()=>{throw null})",
                "throw {[Symbol.for('nodejs.util.inspect.custom')](){throw new InternalError('out of memory')}}",
                "let a=[];try{for(;;)a.push({a})}catch{};throw null",
                "process.on('uncaughtException',()=>{throw null});throw null"
            })
    void takesNoOtherErrorForWantOfMemory(String code) throws InterruptedException {
        JavaScriptResult result =
                run("let refused;try{new Uint8Array(1<<30)}catch(e){refused=e};" + code, AMPLE_TIME, MEMORY);
        assertThat(result.memoryExceeded()).as(result.toString()).isFalse();
        assertThat(result.exitCode()).as(result.stderrText()).isIn(1, 7);
        assertThat(result.stderrText()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(async()=>new Uint8Array(1<<30))().catch(e=>console.log(e.message))",
                "process.on('unhandledRejection',e=>console.log(e.message));(async()=>new Uint8Array(1<<30))()",
                "process.on('exit',()=>{try{new Uint8Array(1<<30)}catch(e){console.log(e.message)}})"
            })
    void letsTheGuestLiveWithARefusal(String code) throws InterruptedException {
        JavaScriptResult result = run(code, AMPLE_TIME, MEMORY);
        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("out of memory\n");
        assertThat(result.memoryExceeded()).isFalse();
        assertThat(result.exitCode()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "let s='a'.repeat(2**20);for(;;)s+=s",
                "let q=3n;for(;;)q=q*q",
                "new RegExp('('.repeat(1e5))",
                "new RegExp('(?:'.repeat(1e5)+')'.repeat(1e5))",
                "let a=[];for(let i=0;i<1e5;i++)a=[a];String(a)",
                "let a=[];for(let i=0;i<1e5;i++)a=[a];structuredClone(a)",
                "JSON.parse('['.repeat(1e5)+']'.repeat(1e5))",
                "JSON.parse('{\"a\":'.repeat(1e5)+'1'+'}'.repeat(1e5))",
                "eval('['.repeat(1e5)+']'.repeat(1e5))",
                "eval('('.repeat(1e5))",
                "eval('{'.repeat(1e5)+'}'.repeat(1e5))",
                "eval('-'.repeat(1e5)+'1')",
                "eval('x=>'.repeat(1e5)+'1')"
            })
    void endsWithAnErrorOfTheGuests(String code) throws InterruptedException {
        JavaScriptResult result = run(code, AMPLE_TIME, AMPLE_MEMORY);
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
        assertThat(result.stderrText()).containsPattern("(Range|Syntax|Internal)Error: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "try{(function f(){f()})()}catch(e){console.log(e instanceof RangeError)}",
                "try{let f=()=>[1].map(f);f()}catch(e){console.log(e instanceof RangeError)}",
                "try{let x={toString(){return ''+x}};''+x}catch(e){console.log(e instanceof RangeError)}",
                "try{let f=()=>new Proxy({},{get:f}).x;f()}catch(e){console.log(e instanceof RangeError)}",
                "try{let f=()=>JSON.stringify({toJSON:f});f()}catch(e){console.log(e instanceof RangeError)}",
                "try{let f=()=>'a'.replace(/a/,f);f()}catch(e){console.log(e instanceof RangeError)}",
                "try{JSON.parse('['.repeat(1e5))}catch(e){console.log(e instanceof RangeError)}"
            })
    void letsTheGuestCatchDeepRecursion(String code) throws InterruptedException {
        JavaScriptResult result = run(code, AMPLE_TIME, MEMORY);
        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("true\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void saysWhyAnAwaitNeverSettles() throws InterruptedException {
        JavaScriptResult result = run("await new Promise(()=>{})", AMPLE_TIME, MEMORY);
        assertThat(result.exitCode()).isEqualTo(13);
        assertThat(result.stderrText()).contains("unsettled top-level await");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "process.stdout.write(u)",
                "process.stdout.write(new TextDecoder().decode(u))",
                "require('crypto').randomBytes({valueOf(){structuredClone(b,{transfer:[b]});return 4096}})"
            })
    void printsNoBytesOfABufferThatIsDetachedOnTheWay(String code) throws InterruptedException {
        String detaching = "const u=new Uint8Array(4096).fill(65),b=u.buffer;"
                + "Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype),'length',{get(){return{valueOf(){"
                + "structuredClone(b,{transfer:[b]});globalThis.k=[];for(let i=0;i<200;i++)k.push({a:i});return 4096}}}});";
        JavaScriptResult result = run(detaching + code, AMPLE_TIME, AMPLE_MEMORY);
        assertThat(result.stdoutText()).matches("A*");
        assertThat(result.exitCode()).as(result.toString()).isIn(0, 1);
    }

    @Test
    void countsAGibibyteOfOutputAndKeepsItsBeginning() throws InterruptedException {
        JavaScriptResult result =
                run("const s='x'.repeat(1<<20);for(let i=0;i<1024;i++)process.stdout.write(s)", AMPLE_TIME, MEMORY);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        assertThat(result.stdout().bytes().length()).isEqualTo(OUTPUT);
        assertThat(result.stdout().droppedBytes()).isEqualTo((1L << 30) - OUTPUT);
    }
}
