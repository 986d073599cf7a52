package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a guest can reach is a list of names in a file, and nothing of the host is among them. */
class SurfaceTests {
    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    /** A name that is added or removed on purpose is added to or removed from the file, where a reviewer sees it. */
    @Test
    void showsAGuestExactlyTheListedNames() {
        JavaScriptResult result = run(resource("/js-surface.js"));
        assertThat(result.exitCode()).as(result.stderrText()).isZero();
        assertThat(result.stdoutText().lines())
                .containsExactlyElementsOf(resource("/js-surface.txt").lines().toList());
    }

    @Test
    void saysInItsProofWhatWasInSightAndWhatWasRefused() {
        assertThat(sandbox.describe().smokeTest().checks())
                .anySatisfy(check -> assertThat(check.detail())
                        .isEqualTo("exit code 0; in sight: nothing; 2 GiB of memory: refused"));
    }

    /** A grant adds what its client defines, and no way around the client. */
    @Test
    void showsAGrantedGuestNoMoreThanWhatTheClientDefines() {
        ScriptedBroker broker = new ScriptedBroker(envelope -> CompletableFuture.completedFuture(Bytes.utf8(envelope)));
        try (Sandbox granting =
                Sandbox.builder().provider("wasm").broker(broker).open()) {
            JavaScriptResult result = granting.runJavaScript(JavaScriptRequest.builder(resource("/js-surface.js"))
                    .grant(ScriptedBroker.GRANT)
                    .build());
            assertThat(result.stdoutText().lines())
                    .contains("call.prototype: constructor", "call: prototype")
                    .filteredOn(line -> !line.startsWith("call"))
                    .containsExactlyElementsOf(resource("/js-surface.txt")
                            .lines()
                            .map(line -> line.replace(" atob btoa clear", " atob btoa call clear"))
                            .toList());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Intl.NumberFormat(1)            | Intl is not defined",
                "fetch(1)                        | fetch is not defined",
                "WebAssembly.compile(1)          | WebAssembly is not defined",
                "new Worker(1)                   | Worker is not defined",
                "Atomics.load(1)                 | Atomics is not defined",
                "require(\"fs\")                   | Cannot find module 'fs': a sandboxed run has no files",
                "require(\"./other.js\")           | Cannot find module './other.js': a sandboxed run has no files",
                "await import(\"fs\")              | Cannot find module 'fs': the sandbox has no modules"
            },
            quoteCharacter = '`')
    void namesWhatItDoesNotHave(String code, String message) {
        JavaScriptResult result = run(code);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderrText()).contains(message);
    }

    private static JavaScriptResult run(String code) {
        return sandbox.runJavaScript(
                JavaScriptRequest.builder(code).outputBytes(1 << 20).build());
    }

    private static String resource(String name) {
        try (InputStream in = SurfaceTests.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
