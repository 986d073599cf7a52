package dev.plimsoll.wasm.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The engine that ships has QuickJS' interpreter loop rewritten by {@code engine/split.py}; the one beside it is built from
 * the same source without that. Whatever a program does on the one it does on the other.
 */
@Timeout(300)
class SplitEngineTests {
    private static final String[] FILES = {"node20", "console", "inspect", "tasks", "web", "throwing", "conformance"};
    private static final long MEMORY_BYTES = 64 << 20;
    /** Far beyond what any case takes on the slow engine on a busy machine. */
    private static final long DEADLINE_MILLIS = 120_000;

    private static final EngineTemplate SPLIT = EngineTemplate.load();
    private static final EngineTemplate UNSPLIT = EngineTemplate.load("Unsplit");

    static Stream<Arguments> cases() {
        return Stream.of(FILES)
                .flatMap(file -> read(file).entrySet().stream()
                        .map(entry -> Arguments.of(
                                file + "/" + entry.getKey(),
                                entry.getValue().getAsJsonObject().get("code").getAsString())));
    }

    private static JsonObject read(String file) {
        String name = "/js-cases/" + file + ".json";
        try (InputStream in = SplitEngineTests.class.getResourceAsStream(name)) {
            return JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .getAsJsonObject()
                    .getAsJsonObject("cases");
        } catch (IOException e) {
            throw new IllegalStateException(name, e);
        }
    }

    @Test
    void areTwoEngines() {
        assertThat(SPLIT.engineHash()).isNotEqualTo(UNSPLIT.engineHash());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void doWhatTheCasesDoAlike(String name, String code) {
        assertAlike(code);
    }

    /** What the rewritten loop does by another way than the original: frames, unwinding, generators, arithmetic, closures. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "function fib(n){return n<2?n:fib(n-1)+fib(n-2)};fib(18)",
                "function f(n){try{if(n===0)throw new Error('x');return f(n-1)}finally{f.c=(f.c||0)+1}};"
                        + "try{f(50)}catch(e){console.log(e.message,f.c)}",
                "function* g(a){try{while(true){a=yield a*2;if(a>9)return a}}finally{yield 'f'}};"
                        + "let i=g(1);console.log(JSON.stringify([i.next(),i.next(3),i.throw&&i.next(12),i.next(),i.next()]))",
                "let i=(function*(){try{yield 1}catch(e){yield e+'!'}})();i.next();console.log(i.throw('t'),i.return(5))",
                "async function a(n){await null;return n?n+await a(n-1):0};console.log(await a(30))",
                "for await(const x of (async function*(){for(let i=0;i<5;i++)yield i})())console.log(x)",
                "let r=[];for(const x of [2**31,2**31-1,-(2**31),2**53,-0,0.1,NaN,Infinity])r.push(x|0,x>>>0,x>>1,-x,x%3,x+1,x-1,x*x,~x,+x);"
                        + "console.log(r.map(x=>Object.is(x,-0)?'-0':String(x)).join())",
                "let v=[1,'1',1n,null,undefined,true,NaN,{},[],Symbol.iterator,'b'];let s='';for(const a of v)for(const b of v)"
                        + "{s+=(a==b?1:0)+''+(a===b?1:0);try{s+=a<b?1:0}catch(e){s+='!'}};console.log(s)",
                "let c=[];for(let i=0;i<4;i++)c.push(()=>i++);console.log(c.map(f=>[f(),f()]).join())",
                "var x=1;switch(3){case 1:x=2;default:x+=10;case 5:x+=100;break;case 6:x=0};console.log(x)",
                "o:for(let i=0;i<5;i++){for(let j=0;j<5;j++){if(j===3)continue o;if(i===3)break o;console.log(i,j)}}",
                "class A{#p=1;static s=2;get p(){return this.#p}set p(v){this.#p=v}static{this.t=this.s*2}};"
                        + "class B extends A{constructor(){super();this.p+=5}toString(){return super.toString()+this.p}};"
                        + "console.log(''+new B(),A.t,#p in {}||0)",
                "let p=new Proxy({},{get:(t,k)=>k,has:()=>true,deleteProperty:()=>true});console.log(p.a,'q' in p,delete p.z)",
                "console.log([...'a𝒳b'].length,[1,[2,[3]]].flat(9),{...{a:1},b:2},Math.max(...[1,5,3]))",
                "let {a=1,b:{c:[,d]}={c:[0,7]},...rest}={e:1,f:2};console.log(a,d,rest)",
                "delete globalThis.nothing;typeof nothing+typeof (()=>1)+typeof 1n+void 0",
                "'use strict';try{undefinedVariable=1}catch(e){console.log(e.name,e.message)}",
                "try{null.x}catch(e){console.log(e.message)};try{(void 0)()}catch(e){console.log(e.message)};try{x;let x}catch(e){console.log(e.name)}",
                "let o={valueOf(){throw new RangeError('v')}};try{o+1}catch(e){console.log(e.message)};try{o<<1}catch(e){console.log(e.message)}",
                "let f=new Function('a','b','return arguments.length+a*b');console.log(f(3,4,5),f.length)",
                "let e=eval;var y=1;(function(){var y=2;console.log(eval('y'),e('typeof y'))})()",
                "(function(){arguments[0]=9;console.log(arguments.length,[].slice.call(arguments))})(1,2,3)",
                "console.log(new.target===undefined);",
                "let n=0;const t={get a(){n++;return this},set b(v){n+=v}};t.a.a.a.b=4;console.log(n);t.a??=1;t.z||=3;t.z&&=4;t.z**=3;console.log(t.z)",
                "let w=[];for(const k in Object.create({inherited:1},{own:{value:1,enumerable:true},hidden:{value:1}}))w.push(k);console.log(w)",
                "let d=[5,3,9,1];d.sort((a,b)=>{if(a===9)throw 'stop';return a-b})",
                "try{(function f(){f()})()}catch(e){console.log(e instanceof RangeError)}",
                "setTimeout(()=>console.log('t'),5);queueMicrotask(()=>console.log('m'));await null;console.log('a');process.exitCode=3",
                "console.log(2n**200n%97n,-7n/2n,BigInt.asIntN(8,255n),5n<<70n,1n<2,2n==2)",
                "with({q:5}){console.log(q)}",
            })
    void doWhatTheLoopDoesAlike(String code) {
        assertAlike(code);
    }

    private static void assertAlike(String code) {
        EngineRunner.Outcome expected = new EngineRunner(UNSPLIT, MEMORY_BYTES, DEADLINE_MILLIS).run(code);
        EngineRunner.Outcome actual = new EngineRunner(SPLIT, MEMORY_BYTES, DEADLINE_MILLIS).run(code);
        assertThat(actual).isEqualTo(expected);
        assertThat(actual.status()).isEqualTo(EngineStatus.ENDED);
    }
}
