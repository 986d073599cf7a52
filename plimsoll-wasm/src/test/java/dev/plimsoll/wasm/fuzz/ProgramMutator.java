package dev.plimsoll.wasm.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a program out of the corpus by a few mutations that know JavaScript's tokens: most results parse, and go where no
 * case goes. The same choices give the same program.
 */
final class ProgramMutator {
    private static final int MOST_MUTATIONS = 4;
    private static final int MOST_CHARS = 20_000;

    private static final Pattern TOKEN = Pattern.compile(
            "\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|`(?:\\\\.|[^`\\\\])*`|[\\p{L}_$][\\p{L}\\d_$]*|\\d[\\w.]*|\\s+|=>|\\.\\.\\.|[<>=!*&|?+-]{2,3}|.",
            Pattern.DOTALL);

    /** Values at the edges of what builtins expect. */
    private static final List<String> VALUES = List.of(
            "0",
            "-0",
            "-1",
            "1e9",
            "2**31",
            "2**32-1",
            "2**53",
            "NaN",
            "Infinity",
            "0.5",
            "1n",
            "-(2n**64n)",
            "10n**500n",
            "''",
            "'\\u0000'",
            "'\\ud800'",
            "'a'.repeat(70000)",
            "null",
            "undefined",
            "true",
            "Symbol.iterator",
            "Symbol('s')",
            "[]",
            "[,]",
            "[1,2,3]",
            "new Array(1e5)",
            "{}",
            "Object.create(null)",
            "(()=>{})",
            "function(){return this}",
            "/(a*)*b/y",
            "new Date(NaN)",
            "new Error('e')",
            "new Proxy({},{})",
            "new Proxy(function(){},{})",
            "new Uint8Array(8)",
            "new Float64Array([NaN])",
            "new ArrayBuffer(16,{maxByteLength:64})",
            "new DataView(new ArrayBuffer(8))",
            "new Map([[1,2]])",
            "new Set([NaN])",
            "new WeakMap()",
            "Promise.resolve(1)",
            "Promise.reject(1)",
            "globalThis",
            "process",
            "console",
            "Buffer.from('x')",
            "new URL('http://a/b?c#d')",
            "(function*(){yield 1})()",
            "(async function*(){yield 1})()",
            "{length:2**53-1}",
            "{length:-1,0:1}",
            "{valueOf(){throw 1}}",
            "{toString(){return this}}",
            "{then(r){r(this)}}",
            "{get a(){throw new Error}}",
            "{[Symbol.toPrimitive](){return {}}}",
            "{[Symbol.iterator](){return {next(){return {}}}}}",
            "{toJSON(){return this}}",
            "class{static #p=1;static has(o){return #p in o}}",
            "new (class extends Array{})(3)",
            "new (class extends Error{get stack(){throw 1}})",
            "Object.freeze([1])",
            "this");

    /** Statements and expressions around a piece of program, which takes the place of the %. */
    private static final List<String> FRAMES = List.of(
            "try{%}catch(e){console.log(e)}",
            "try{%}finally{process.exitCode=3}",
            "(function(){%})()",
            "(()=>{%})()",
            "await (async()=>{%})()",
            "for(const x of (function*(){%;yield 1})()){}",
            "for await(const x of (async function*(){%})()){}",
            "class C{constructor(){%}};new C",
            "class D{static{%}}",
            "for(let i=0;i<50;i++){%}",
            "setTimeout(()=>{%},1)",
            "queueMicrotask(()=>{%})",
            "process.on('exit',()=>{%})",
            "new Function(%)",
            "eval(%)",
            "switch(1){default:%}",
            "l:{%;break l}",
            "with({}){%}",
            "'use strict';%",
            "[3,1,2].sort(()=>{%;return 1})",
            "'abc'.replace(/b/,()=>{%})",
            "[1,2].map(x=>{%;return x})",
            "JSON.parse('[1]',function(k,v){%;return v})",
            "JSON.stringify({toJSON(){%;return 1}})",
            "console.log({get a(){%;return 1}})",
            "new Proxy({},{get(){%}}).a",
            "Promise.resolve().then(()=>{%})",
            "Object.defineProperty({},'x',{get(){%}}).x",
            "console.log(%)",
            "structuredClone(%)",
            "`${(()=>{%})()}`",
            "throw %",
            "(function f(n){if(n){f(n-1);%}})(20)");

    /** Calls on a receiver, the first %, with an argument, the second. */
    private static final List<String> CALLS = List.of(
            "Array.prototype.%s.call(%s,%s)",
            "String.prototype.%s.call(%s,%s)",
            "Object.%s(%s,%s)",
            "Reflect.%s(%s,%s)",
            "Uint8Array.prototype.%s.call(%s,%s)",
            "RegExp.prototype.%s.call(%s,%s)",
            "Map.prototype.%s.call(%s,%s)",
            "Promise.%s(%s,%s)",
            "JSON.%s(%s,%s)",
            "Math.%s(%s,%s)",
            "BigInt.%s(%s,%s)",
            "Date.prototype.%s.call(%s,%s)",
            "Function.prototype.%s.call(%s,%s)",
            "ArrayBuffer.prototype.%s.call(%s,%s)",
            "Buffer.prototype.%s.call(%s,%s)",
            "console.%s(%s,%s)",
            "process.%s(%s,%s)");

    private static final List<String> METHODS = List.of(
            "concat",
            "fill",
            "indexOf",
            "join",
            "includes",
            "slice",
            "splice",
            "sort",
            "toSorted",
            "with",
            "flat",
            "flatMap",
            "copyWithin",
            "at",
            "padStart",
            "repeat",
            "replaceAll",
            "split",
            "normalize",
            "localeCompare",
            "match",
            "matchAll",
            "assign",
            "defineProperty",
            "defineProperties",
            "entries",
            "freeze",
            "fromEntries",
            "getOwnPropertyDescriptors",
            "groupBy",
            "setPrototypeOf",
            "apply",
            "construct",
            "ownKeys",
            "set",
            "subarray",
            "exec",
            "test",
            "compile",
            "get",
            "delete",
            "forEach",
            "all",
            "any",
            "race",
            "allSettled",
            "withResolvers",
            "parse",
            "stringify",
            "max",
            "hypot",
            "fround",
            "imul",
            "asIntN",
            "asUintN",
            "setHours",
            "toISOString",
            "bind",
            "call",
            "toString",
            "resize",
            "transfer",
            "write",
            "readDoubleLE",
            "swap16",
            "log",
            "table",
            "group",
            "dir",
            "emit",
            "on",
            "exit",
            "nextTick",
            "hrtime",
            "reduce",
            "reduceRight",
            "findLast",
            "push",
            "unshift",
            "reverse",
            "values");

    private final List<String> corpus;
    private final Choices choices;

    ProgramMutator(List<String> corpus, Choices choices) {
        this.corpus = corpus;
        this.choices = choices;
    }

    String next() {
        String program = choices.oneOf(corpus);
        int mutations = 1 + choices.below(MOST_MUTATIONS);
        for (int i = 0; i < mutations; i++) {
            program = mutate(program);
            if (program.length() > MOST_CHARS) {
                program = program.substring(0, MOST_CHARS);
            }
        }
        return program;
    }

    /** Nine in ten keep the syntax, as far as one can tell from tokens. */
    private String mutate(String program) {
        return switch (choices.below(10)) {
            case 0, 1 -> program + "\n;{" + choices.oneOf(corpus) + "\n}";
            case 2 -> choices.oneOf(FRAMES).replace("%", program);
            case 3 -> program + "\n;" + call();
            case 4 -> "try{" + call() + "}catch(e){console.log(e)}\n" + program;
            case 5, 6 -> replaceLiteral(program, "(" + choices.oneOf(VALUES) + ")");
            case 7, 8 -> replaceLiteral(program, "(" + call() + ")");
            default -> breakTokens(program);
        };
    }

    private String breakTokens(String program) {
        return switch (choices.below(3)) {
            case 0 -> replaceToken(program, choices.oneOf(VALUES));
            case 1 -> moveTokens(program);
            default -> deleteToken(program);
        };
    }

    private String call() {
        String argument = choices.below(4) == 0 ? "..." + choices.oneOf(VALUES) : choices.oneOf(VALUES);
        return choices.oneOf(CALLS).formatted(choices.oneOf(METHODS), choices.oneOf(VALUES), argument);
    }

    /** Puts an expression where a number or a string stands, if there is one. */
    private String replaceLiteral(String program, String by) {
        List<String> tokens = tokens(program);
        List<Integer> literals = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            char first = tokens.get(i).charAt(0);
            if (first == '"' || first == '\'' || Character.isDigit(first)) {
                literals.add(i);
            }
        }
        if (!literals.isEmpty()) {
            tokens.set(choices.oneOf(literals), by);
        }
        return String.join("", tokens);
    }

    private String replaceToken(String program, String by) {
        List<String> tokens = tokens(program);
        tokens.set(choices.below(tokens.size()), by);
        return String.join("", tokens);
    }

    private String deleteToken(String program) {
        List<String> tokens = tokens(program);
        tokens.remove(choices.below(tokens.size()));
        return String.join("", tokens);
    }

    private String moveTokens(String program) {
        List<String> tokens = tokens(program);
        int from = choices.below(tokens.size());
        int to = Math.min(tokens.size(), from + 1 + choices.below(12));
        List<String> moved = List.copyOf(tokens.subList(from, to));
        tokens.addAll(choices.below(tokens.size()), moved);
        return String.join("", tokens);
    }

    /** At least one. */
    private static List<String> tokens(String program) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(program);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        if (tokens.isEmpty()) {
            tokens.add(" ");
        }
        return tokens;
    }
}
