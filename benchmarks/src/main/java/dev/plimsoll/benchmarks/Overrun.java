package dev.plimsoll.benchmarks;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.List;

/**
 * Prints, for code that never ends by itself and is mostly inside of one builtin, how long after its deadline its caller goes on: the worst of several runs, as
 * a row of a Markdown table. Fails when one is above 50 ms.
 */
final class Overrun {
    private static final Duration BUDGET = Duration.ofMillis(300);
    private static final long MEMORY_BYTES = 256 << 20;
    private static final int RUNS = 5;
    private static final double MOST_MILLIS = 50;

    private static final List<String> PROGRAMS = List.of(
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
            "for(;;)new RegExp('(?:a|b)'.repeat(2000))",
            "for(;;)new RegExp('(a?){500}'.repeat(200))",
            "let z=[];for(let i=0;i<1e5;i++)z.push(i*7919%100003);for(;;)z.sort((x,y)=>x-y)",
            "let z=[];for(let i=0;i<1e5;i++)z.push(i*7919%100003);for(;;)z.sort()",
            "let z=new Float64Array(1<<20).map(Math.random);for(;;)z.slice().sort()",
            "new Array(1e9)+''",
            "for(;;)new Array(1e6).join('ab')",
            "Array.prototype.includes.call({length:2**53-1},1)",
            "Array.prototype.indexOf.call({length:2**53-1},1)",
            "let a=new Array(1e5).fill(1);for(;;)a.indexOf(2)",
            "let a=new Array(1e5).fill(1);for(;;)a.copyWithin(1,0)",
            "let a=new Array(1e5).fill(1);for(;;)a.reverse().concat(a).slice(9).flat()",
            "let a=[1];for(;;)a.concat(a,a,a).join()",
            "let a=new Uint8Array(1<<26);for(;;)a.fill(1)",
            "let a=new Uint8Array(1<<26);for(;;)a.indexOf(2)",
            "let a=new Uint8Array(1<<26);for(;;)a.copyWithin(1,0)",
            "let a=new Uint8Array(1<<26);for(;;)a.set(a.subarray(9))",
            "let b=new Uint8Array(1<<22);for(;;)b.fill(1).reverse().indexOf(2)",
            "for(;;)new Uint8Array(1<<26)",
            "for(;;)new ArrayBuffer(1<<26).slice(1)",
            "let s='a'.repeat(1<<20);for(;;)s.indexOf('aaaaaaaaaaaaab'.repeat(1000))",
            "let s='a'.repeat(1<<20);for(;;)s.lastIndexOf('baaaaaaaaaaaaa'.repeat(1000))",
            "let s='a'.repeat(1<<20);for(;;)s.includes('ab')",
            "let s='a'.repeat(1<<20);for(;;)s.split('').join('b')",
            "let s='a'.repeat(1<<20);for(;;)s.replaceAll('a','bb')",
            "let s='a'.repeat(1<<24);for(;;)s+'b'==s",
            "let s='é'.repeat(1<<20);for(;;)s.normalize('NFD').toUpperCase()",
            "for(;;)'a'.repeat(1<<26)",
            "for(;;)'a'.padEnd(1<<26,'bc')",
            "let q=3n**20000n;for(;;)q*q",
            "let q=3n**200000n;for(;;)q*q",
            "let q=3n**20000n;for(;;)q.toString()",
            "let q=BigInt('7'.repeat(50000));for(;;)q%(1n<<70000n)",
            "for(;;)3n**100000n",
            "for(;;)console.log('x'.repeat(100000))",
            "for(;;)console.log(new Array(100).fill({a:[1,2,{b:3}]}))",
            "for(;;)eval('1+1')",
            "let s='x+'.repeat(1e5)+'1';for(;;)eval('()=>'+s)",
            "for(;;)JSON.parse('['.repeat(500)+']'.repeat(500))",
            "let s=JSON.stringify(new Array(1e5).fill({a:'b'}));for(;;)JSON.parse(s)",
            "let o={};for(let i=0;i<20000;i++)o['k'+i]=i;for(;;)JSON.stringify(o)",
            "let o={};for(let i=0;i<1e5;i++)o['k'+i]=i;for(;;)Object.keys(o)",
            "let m=new Map();for(let i=0;i<1e5;i++)m.set(i,i);for(;;)[...m]",
            "for(;;)structuredClone({a:[1,2,3]})",
            "for(;;)new TextDecoder().decode(new TextEncoder().encode('é'.repeat(1<<20)))",
            "for(;;)crypto.getRandomValues(new Uint8Array(65536))",
            "for(;;)atob(btoa('x'.repeat(1<<20)))");

    private Overrun() {}

    /** Takes nothing. */
    public static void main(String[] args) {
        boolean isMissed = false;
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            for (int i = 0; i < 50; i++) {
                sandbox.runJavaScript("[3,1,2].sort(); JSON.stringify({a:1})");
            }
            System.out.println("| code | worst overrun of " + RUNS + ", ms |\n|---|---|");
            for (String program : PROGRAMS) {
                double worst = 0;
                for (int i = 0; i < RUNS; i++) {
                    worst = Math.max(worst, overrunMillis(sandbox, program));
                }
                System.out.printf("| `%s` | %.1f |%n", program.replace("|", "\\|"), worst);
                isMissed |= worst > MOST_MILLIS;
            }
        }
        System.exit(isMissed ? 1 : 0);
    }

    private static double overrunMillis(Sandbox sandbox, String program) {
        long start = System.nanoTime();
        JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder(program)
                .timeout(BUDGET)
                .memoryBytes(MEMORY_BYTES)
                .build());
        double millis = (System.nanoTime() - start) / 1e6;
        if (!result.timedOut()) {
            throw new IllegalStateException(program + " ended by itself: " + result + result.stderrText());
        }
        return millis - BUDGET.toMillis();
    }
}
