package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accessors with numbers as names on a prototype of every array: the prelude's own lists neither read nor set them. */
class NumberedAccessorsTests {
    private static final String TRAPS = "for(let i=-1;i<40;i++)Object.defineProperty(%s,i,{configurable:true,"
            + "get(){process.stdout.write('read '+i+';')},set(){process.stdout.write('set '+i+';')}});";

    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "console.log([[1,2],{a:1,b:[2]}],'x')                                  | [ [ 1, 2 ], { a: 1, b: [ 2 ] } ] x",
                "console.log(new Map([[1,{a:2}]]),new Set([1,2]))                      | Map(1) { 1 => { a: 2 } } Set(2) { 1, 2 }",
                "console.log()                                                         | ^^",
                "console.log('%s-%d-%j','a',1,[2])                                     | a-1-[2]",
                "setTimeout(()=>console.log('t'),1);setImmediate(()=>console.log('i')) | t;i",
                "process.nextTick(a=>console.log(a),5);await null;console.log(6)       | 5;6",
                "const t=setTimeout(()=>{},9);clearTimeout(t);console.log('end')       | end",
                "console.log(new ArrayBuffer(2))  | ArrayBuffer { [Uint8Contents]: <00 00>, byteLength: 2 }",
                "const e=new(require('events'))();e.on('x',()=>console.log(2));e.prependListener('x',()=>console.log(1));e.emit('x') | 1;2",
                "console.log(require('path').join('..','a'),`${new URL('http://h/a/../b?c=1#d')}`)  | ../a http://h/b?c=1#d",
                "console.log(`${new URLSearchParams('b=1&a=2')}`)                      | b=1&a=2",
                "require('assert').deepStrictEqual(new Set([[1],[2]]),new Set([[2],[1]]));console.log('equal') | equal",
                "console.log(structuredClone([1,[2]]),new WeakRef({}).deref())         | [ 1, [ 2 ] ] {}",
                "console.table([{a:1},{b:2}]);console.log('end')                       | ^^",
                "console.log(1234567.891.toLocaleString(),'b'.localeCompare('a'))      | 1,234,567.891 1",
                "process.on('exit',()=>console.log('bye'))                             | bye",
            })
    void meetsNoneOnArrays(String code, String printed) {
        JavaScriptResult result = sandbox.runJavaScript(TRAPS.formatted("Array.prototype") + code);

        assertThat(result.stdoutText()).doesNotContain("read ", "set ");
        assertThat(result.exitCode()).as(result.stderrText()).isZero();
        if (!printed.isEmpty()) {
            assertThat(result.stdoutText().strip().replace('\n', ';')).isEqualTo(printed);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console.log([[1,2],{a:1}],new Map([[1,2]]));setTimeout(()=>console.log('t'),1)",
                "console.table([{a:1},{b:2}]);console.group('g');console.log(new Error('x').message);console.groupEnd()",
                "Promise.reject(1).catch(()=>{});process.nextTick(()=>{});queueMicrotask(()=>{})",
            })
    void meetsNoneOnObjects(String code) {
        JavaScriptResult result = sandbox.runJavaScript(TRAPS.formatted("Object.prototype") + code);

        assertThat(result.stdoutText()).doesNotContain("read ", "set ");
        assertThat(result.exitCode()).as(result.stderrText()).isZero();
    }
}
