package dev.plimsoll.wasm.fuzz;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The programs that mutations begin with: the cases with known answers, and code that wants to hurt. */
final class Corpus {
    private static final List<String> FILES =
            List.of("node20", "console", "inspect", "tasks", "web", "throwing", "conformance");

    private static final List<String> HOSTILE = List.of(
            "while(true){}",
            "for(;;){try{while(true){}}catch(e){}finally{for(;;){}}}",
            "function t(){return Promise.resolve().then(t)};t()",
            "process.nextTick(function t(){process.nextTick(t)})",
            "/^(a+)+$/.test('a'.repeat(40)+'!')",
            "let z=[];for(let i=0;i<1e4;i++)z.push(i*7919%100003);z.sort((x,y)=>x-y)",
            "Array.prototype.includes.call({length:2**53-1},1)",
            "let s='a'.repeat(1<<20);s.indexOf('aaaaaaaaaaaaab'.repeat(1000))",
            "let a=[];for(;;)a.push(new Uint8Array(1<<16))",
            "let s='x';let a=[];for(;;){s+='y'.repeat(5000);a.push(s+a.length)}",
            "new Array(1e9)+''",
            "let q=3n;for(;;)q=q*q",
            "new RegExp('('.repeat(1e4))",
            "let a=[];for(let i=0;i<1e5;i++)a=[a];String(a)",
            "JSON.parse('['.repeat(1e5)+']'.repeat(1e5))",
            "eval('('.repeat(1e5))",
            "(function f(){f()})()",
            "let x={toString(){return ''+x}};''+x",
            "await new Promise(()=>{})",
            "let p=new Proxy([],{get(t,k,r){return k in t?Reflect.get(t,k,r):p},ownKeys:()=>['a','b'],"
                    + "getOwnPropertyDescriptor:()=>({configurable:true,enumerable:true,value:p})});console.log(p)",
            "class A extends Array{static get [Symbol.species](){return function(n){return new Proxy([],{})}}};"
                    + "console.log(new A(1,2,3).map(x=>x).concat([4]))",
            "let b=new Uint8Array(8);structuredClone(b.buffer,{transfer:[b.buffer]});console.log(b)",
            "let a=[1,2,3];a.sort(()=>{a.length=0;return 1});console.log(a)",
            "let a=[5,4,3];Object.defineProperty(a,1,{get(){a.length=0;return 9}});console.log(a.slice(),a.indexOf(3),a.join())",
            "let r=/(?:)/g;r.exec=function(){r.lastIndex=2**53;return {index:1e9,length:1,0:'x'}};'abc'.replace(r,'y')",
            "function* g(){yield* g()};for(const x of g())console.log(x)",
            "let i={[Symbol.iterator](){return this},next(){return this}};[...i]",
            "let t={then(f){f(t)}};await t",
            "Object.prototype.__proto__=null;Array.prototype[Symbol.iterator]=null;Object.prototype.get=1;console.log([1],{a:1})");

    private Corpus() {}

    static List<String> load() {
        List<String> programs = new ArrayList<>(HOSTILE);
        for (String file : FILES) {
            JsonObject cases = read("/js-cases/" + file + ".json").getAsJsonObject("cases");
            for (String name : cases.keySet()) {
                programs.add(cases.getAsJsonObject(name).get("code").getAsString());
            }
        }
        return List.copyOf(programs);
    }

    private static JsonObject read(String name) {
        try (InputStream in = Corpus.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name);
            }
            return JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .getAsJsonObject();
        } catch (IOException e) {
            throw new IllegalStateException(name, e);
        }
    }
}
