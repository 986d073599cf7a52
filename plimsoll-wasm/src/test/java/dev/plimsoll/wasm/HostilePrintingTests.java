package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a guest prints, throws or overwrites to trip the printing: each has its output and its exit code. */
class HostilePrintingTests {
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
            quoteCharacter = '`',
            value = {
                "console.log(new Proxy({},{get(){throw 1},ownKeys(){throw 2},getPrototypeOf(){throw 3}}))  | {}          | 0",
                "const r=Proxy.revocable({},{});r.revoke();console.log(r.proxy)                  | <Revoked Proxy>  | 0",
                "console.log({get a(){throw 1}})                                                 | { a: [Getter] }  | 0",
                "console.log({__proto__:{get constructor(){throw 1}}})                           | {}               | 0",
                "const a=[1];Object.defineProperty(a,0,{get(){throw 1}});console.log(a)          | [ [Getter] ]     | 0",
                "Map.prototype.entries=Map.prototype.forEach=()=>{throw 1};console.log(new Map([[1,2]])) | Map(1) { 1 => 2 } | 0",
                "const b=new ArrayBuffer(8),v=new Uint8Array(b);structuredClone(b,{transfer:[b]});console.log(v) | Uint8Array(0) [] | 0",
                "const g=(function*(){try{g.next()}catch(e){yield e.name}})();console.log(g.next().value) | TypeError        | 0",
                "Promise.resolve({get then(){throw 'no'}}).catch(e=>console.log(e))              | no               | 0",
                "console.log({[Symbol.for('nodejs.util.inspect.custom')](){process.exit(9)}})    | ``               | 9",
                "process.on('exit',()=>process.exit(7));process.on('exit',()=>console.log('second')) | ``               | 7",
                "process=console=Error=setTimeout=null;throw new TypeError('x')                  | ``               | 1",
                "throw new Proxy(new Error('x'),{get(){throw 1},getPrototypeOf(){throw 2}})      | ``               | 1",
                "throw {get message(){throw 1},get stack(){throw 2},toString(){throw 3}}         | ``               | 1",
                "Error.prepareStackTrace=()=>({toString(){throw 1}});throw new Error('boom')     | ``               | 1"
            })
    void hasItsOutputAndItsExitCode(String code, String printed, int exitCode) {
        JavaScriptResult result = sandbox.runJavaScript(code);
        assertThat(result.stdoutText().strip()).as(result.stderrText()).isEqualTo(printed);
        assertThat(result.exitCode()).as(result.stderrText()).isEqualTo(exitCode);
        assertThat(result.stderrText().isEmpty()).isEqualTo(exitCode != 1);
    }
}
