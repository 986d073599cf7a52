package dev.plimsoll.wasm.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.wasm.internal.engine.EngineRunner.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineInstanceTests {
    private static final EngineTemplate TEMPLATE = EngineTemplate.load();
    private static final long MEMORY = 64 << 20;

    private final EngineRunner runner = new EngineRunner(TEMPLATE, MEMORY, 60_000);

    @Test
    void runsAScriptToItsEnd() {
        Outcome outcome = runner.run("console.log(6*7)");

        assertThat(outcome).isEqualTo(new Outcome(EngineStatus.ENDED, 0, "42\n", "", ""));
    }

    @Test
    void givesTheValueOfTheLastStatementApartFromTheOutput() {
        assertThat(runner.run("6*7")).isEqualTo(new Outcome(EngineStatus.ENDED, 0, "", "", "42"));
    }

    @Test
    void takesASourceForWhatItParsesAs() {
        assertThat(runner.run("export const a = await 1; console.log(a, typeof this)")
                        .stdout())
                .isEqualTo("1 undefined\n");
        assertThat(runner.run("// import x from 'y'\nconsole.log('export default', await 2)")
                        .stdout())
                .isEqualTo("export default 2\n");
        assertThat(runner.run("var await = 3; console.log(await)").stdout()).isEqualTo("3\n");
        assertThat(runner.run("import fs from 'fs'"))
                .satisfies(outcome -> assertThat(outcome.exitCode()).isEqualTo(1))
                .satisfies(outcome -> assertThat(outcome.stderr()).contains("Cannot find module 'fs'"));
    }

    @Test
    void keepsBytesOfAnySourceAsTheyAre() {
        assertThat(runner.run("\uFEFFconsole.log('请输入:é—🎉\\0|\u2028|', '\\ud800x')")
                        .stdout())
                .isEqualTo("请输入:é—🎉\0|\u2028| \uFFFDx\n");
        assertThat(runner.run("#!/usr/bin/env node\nconsole.log(1)").stdout()).isEqualTo("1\n");
    }

    @Test
    void endsWith13WhenTopLevelAwaitNeverSettles() {
        assertThat(runner.run("await new Promise(() => {})"))
                .satisfies(outcome -> assertThat(outcome.exitCode()).isEqualTo(13))
                .satisfies(outcome -> assertThat(outcome.stderr()).contains("unsettled top-level await"));
    }

    @Test
    void leavesNothingOfOneRunToTheNext() {
        runner.run("globalThis.leak = 'secret'; Array.prototype.leak = 1; setTimeout(() => {}, 0)");

        assertThat(runner.run("console.log(typeof leak, [].leak)").stdout()).isEqualTo("undefined undefined\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(function f() { f() })()",
                "class A { constructor() { new A() } } new A()",
                "let f = () => [1].map(f); f()",
                "let f = () => [2, 1].sort(f); f()",
                "let x = { toString() { return '' + x } }; '' + x",
                "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x",
                "JSON.parse('['.repeat(1e5) + ']'.repeat(1e5))",
                "let o = {}, c = o; for (let i = 0; i < 1e5; i++) c = c.a = {}; JSON.stringify(o)",
                "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)",
                "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; String(a)",
                "eval('('.repeat(1e5))",
                "eval('['.repeat(1e5))",
                "eval('{'.repeat(1e5))",
                "eval('-'.repeat(99999) + '1')",
                "eval('if(1)'.repeat(1e5) + '1')",
                "eval('a=>'.repeat(1e5) + '1')",
                "eval('`${'.repeat(1e5))",
                "eval('1?'.repeat(1e5))",
                "'x'.replace(/x/, function r() { return 'x'.replace(/x/, r) })",
            })
    void turnsDeepNestingIntoARangeErrorThatTheGuestCanCatch(String nested) {
        Outcome outcome = runner.run("try { " + nested + " } catch (e) { console.log(e.name) }");

        assertThat(outcome.status()).isEqualTo(EngineStatus.ENDED);
        assertThat(outcome.stdout()).isEqualTo("RangeError\n");
    }

    @Test
    void parsesAThousandNestedParentheses() {
        assertThat(runner.run("console.log(eval('('.repeat(1000) + '1' + ')'.repeat(1000)))")
                        .stdout())
                .isEqualTo("1\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "let a = []; for (;;) a.push(new Uint8Array(1 << 20))",
                "let a = []; for (;;) a.push({ a })",
                "let a = []; for (;;) a.push('x'.repeat(1e5) + a.length)",
                "let s = 'x'; for (;;) { s += s; new Uint8Array(s.length) }",
            })
    void tellsARunThatNeedsTooMuchMemory(String source) {
        assertThat(runner.run(source).status()).isEqualTo(EngineStatus.OUT_OF_MEMORY);
        assertThat(runner.run("console.log(1)").stdout()).isEqualTo("1\n");
    }

    @Test
    void takesAThrownNullForWhatItIs() {
        assertThat(runner.run("throw null"))
                .satisfies(outcome -> assertThat(outcome.status()).isEqualTo(EngineStatus.ENDED))
                .satisfies(outcome -> assertThat(outcome.exitCode()).isEqualTo(1));
    }

    @Test
    void letsAGuestLiveWithoutTheMemoryItWasRefused() {
        Outcome outcome = runner.run("let a = []; try { for (;;) a.push(new Uint8Array(1 << 20)) }"
                + " catch (e) { a = 0; console.log(e.message) }");

        assertThat(outcome).isEqualTo(new Outcome(EngineStatus.ENDED, 0, "out of memory\n", "", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (;;) {}",
                "for (;;) try { for (;;) {} } catch {} finally { continue }",
                "function t() { return Promise.resolve().then(t) } t()",
                "/^(a+)+$/.test('a'.repeat(40) + '!')",
                "new Array(1_000_000_000) + ''",
                "Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)",
                "const s = 'a'.repeat(1 << 22); for (;;) s.indexOf('aaaaaaaaaaaaaaaaaaaab'.repeat(1000))",
                "let q = 3n; for (;;) q = q * q % (1n << 100000n)",
                "let z = new Array(1e6).fill(0).map((_, i) => i * 7919 % 1000003); for (;;) z.sort((x, y) => x - y)",
                "let z = []; for (let i = 0; i < 3e5; i++) z.push(i * 7919 % 1000003); for (;;) z.sort()",
                "for (;;) new RegExp('(a?){500}'.repeat(200))",
            })
    void stopsAnyLoopAtTheDeadline(String source) {
        Outcome outcome = new EngineRunner(TEMPLATE, MEMORY, 300).run(source);

        assertThat(outcome.status()).isIn(EngineStatus.INTERRUPTED, EngineStatus.OUT_OF_MEMORY);
        assertThat(runner.run("console.log(1)").stdout()).isEqualTo("1\n");
    }

    @Test
    void refusesALimitBelowWhatTheEngineNeeds() {
        assertThatThrownBy(() -> TEMPLATE.newInstance(EngineRunner.idleHost(), TEMPLATE.imageBytes() - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(TEMPLATE.imageBytes()));
    }

    @Test
    void hasMemoryThatIsTheImageAgainAfterARun() {
        EngineImage image = TEMPLATE.image();
        var pool = new MemoryPool(image, 1);
        byte[] untouched = pool.take();
        byte[] dirty = untouched.clone();
        Arrays.fill(dirty, (byte) 'x');

        pool.giveBack(dirty, dirty.length / EngineMemory.PAGE);

        assertThat(pool.take()).isSameAs(dirty).isEqualTo(untouched);
    }

    @Test
    void keepsAGuestsBytesOutOfTheNextRunsMemory() {
        String secret = "zebra-" + System.nanoTime();
        runner.run("globalThis.x = '" + secret + "'; 'x'.repeat(1e6)");

        EngineImage image = TEMPLATE.image();
        byte[] next = TEMPLATE.pool().take();
        assertThat(new String(next, StandardCharsets.ISO_8859_1)).doesNotContain(secret);
        byte[] clean = new byte[next.length];
        image.copyTo(clean);
        assertThat(next).isEqualTo(clean);
    }
}
