package dev.plimsoll.wasm.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.wasm.internal.engine.EngineRunner.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code await} on the top level of a source is the operator, also where a script could be meant that has a variable of this
 * name, unless the script declares it.
 */
@Timeout(120)
class TopLevelAwaitTests {
    private final EngineRunner runner = new EngineRunner(EngineTemplate.load(), 64 << 20, 60_000);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "await (async () => console.log(1))()                                       | 1",
                "await(async function () { console.log(1) })()                              | 1",
                "const x = await (async () => 42)(); console.log(x)                         | 42",
                "const [a, b] = await [1, 2]; console.log(a + b)                            | 3",
                "console.log(await `x${1}`)                                                 | x1",
                "console.log((await /a/g).flags)                                            | g",
                "console.log((await /a/g.exec('a'))[0])                                     | a",
                "console.log(await +'3', await -1)                                          | 3 -1",
                "let n = 1; await ++n; console.log(n)                                       | 2",
                "let n = 1; await (n++); console.log(n)                                     | 2",
                "if (true) { await (0); console.log('block') }                              | block",
                "for (const x of await (async () => [7])()) console.log(x)                  | 7",
                "try { await (async () => { throw 1 })() } catch (e) { console.log(e) }     | 1",
                "console.log([await (1), `${await (2)}`, { a: await (3) }.a].join())        | 1,2,3",
                "function f() { return this === globalThis } await (0); console.log(f())    | true",
            })
    void isTheOperator(String code, String printed) {
        assertThat(runner.run(code)).satisfies(outcome -> {
            assertThat(outcome.stdout().strip()).as(outcome.stderr()).isEqualTo(printed);
            assertThat(outcome.exitCode()).isZero();
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "var await = 3; console.log(await)                                          | 3",
                "var await = x => x + 1; console.log(await (1))                             | 2",
                "console.log(await (1)); function await(x) { return x + 1 }                 | 2",
                "let await = x => x * 2; console.log(await (4), await [0])                  | 8 undefined",
                "class await { static x = 1 } console.log(await ['x'])                      | 1",
                "{ const await = x => x; console.log(await (5)) }                           | 5",
                "try { throw x => x } catch (await) { console.log(await (7)) }              | 7",
                "console.log((() => { const await = 3; return await })())                   | 3",
                "console.log((await => await (1))(x => x + 1))                              | 2",
                "console.log(function await() { return typeof await }())                    | function",
                "function f(await) { return await (2) } console.log(f(x => x * 2))          | 4",
                "await: for (;;) { console.log('label'); break await }                      | label",
                "console.log({ await: 1 }.await)                                            | 1",
                "console.log(typeof await)                                                  | undefined",
                "await = x => x + 1; console.log(await(1))                                  | 2",
            })
    void isANameWhereTheScriptMakesItOne(String code, String printed) {
        assertThat(runner.run(code)).satisfies(outcome -> {
            assertThat(outcome.stdout().strip()).as(outcome.stderr()).isEqualTo(printed);
            assertThat(outcome.exitCode()).isZero();
        });
    }

    @Test
    void staysANameInsideOfAFunctionBesideTheOperator() {
        assertThat(runner.run("await (0); function f(await) { return await (2) } console.log(f(x => x * 2))")
                        .stdout())
                .isEqualTo("4\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"await", "await.x", "(() => await (1))()", "\\u0061wait (1)", "await * 2"})
    void isAnErrorWhereItIsNeither(String code) {
        assertThat(runner.run(code)).satisfies(outcome -> {
            assertThat(outcome.stderr()).contains("ReferenceError: await is not defined");
            assertThat(outcome.exitCode()).isEqualTo(1);
        });
    }

    @Test
    void givesTheValueOfTheLastStatement() {
        assertThat(runner.run("await (async () => 6 * 7)()"))
                .isEqualTo(new Outcome(EngineStatus.ENDED, 0, "", "", "42"));
        assertThat(runner.run("await (async () => {})()").lastValue()).isEmpty();
    }

    @Test
    void endsWith13WhenItNeverSettles() {
        assertThat(runner.run("await (new Promise(() => {}))").exitCode()).isEqualTo(13);
    }

    @Test
    void keepsTheLineOfAnError() {
        Outcome outcome = runner.run("\n\nawait (async () => {\n  null.x\n})()");

        assertThat(outcome.stderr()).contains("agent.js:4", "Cannot read properties of null (reading 'x')");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    @Test
    void keepsTheLineOfASyntaxError() {
        assertThat(runner.run("await (async () => {})()\nlet = = 1").stderr()).contains("agent.js:2", "SyntaxError");
    }
}
