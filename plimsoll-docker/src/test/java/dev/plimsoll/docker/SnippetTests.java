package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snippets, each in a container of its own. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SnippetTests {
    @ParameterizedTest
    @EnumSource
    void runsASnippetBehindTheWallItClaims(TestEngine.Tier tier) {
        try (Sandbox sandbox = TestEngine.open(tier)) {
            JavaScriptRequest request = JavaScriptRequest.builder("console.log('请输入:é—🎉', 6 * 7)")
                    .floor(tier.isolation)
                    .timeout(Duration.ofSeconds(60))
                    .build();
            JavaScriptResult result = sandbox.runJavaScript(request);
            assertThat(result.stdoutText()).isEqualTo("请输入:é—🎉 42\n");
            assertThat(result.exitCode()).as(result.stderrText()).isZero();
            assertThat(result.isolation()).isEqualTo(tier.isolation);
            Receipts.check(request, result);
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesCodeThatReadsItsInputTheEndAtOnce(TestEngine.Tier tier) {
        try (Sandbox sandbox = TestEngine.open(tier)) {
            JavaScriptResult result = sandbox.runJavaScript(
                    JavaScriptRequest.builder("process.stdin.on('data', () => {}).on('end', () => console.log('end'));"
                                    + "console.log(require('fs').readFileSync(0).length)")
                            .timeout(Duration.ofSeconds(60))
                            .build());
            assertThat(result.stdoutText()).as(result.toString()).isEqualTo("0\nend\n");
            assertThat(result.exitCode()).isZero();
        }
    }

    /** Code that needs to be read as a module has no last value in V8; the runner finds it where it surely is one. */
    @Test
    void givesTheLastValueOfAModuleToo() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("6 * 7", "42");
        values.put("const x = await 6;\nx * 7", "42");
        values.put("await 1; ({ a: [1, 2] }); // done; really", "{ a: [ 1, 2 ] }");
        values.put("const x = await 'ab'\n[0, 1]\n", "none"); // goes on, and is a declaration
        values.put("const x = await 1;\n[x, 'a;b']\n", "[ 1, 'a;b' ]");
        values.put("await 1; // see foo; bar()", "1");
        values.put("await 1; if (true) { 5 }", "none");
        values.put("await 1;\n`a\n${1 + 1}; b\n`;;", "'a\\n2; b\\n'");
        values.put("const f = await 0 || (() => 3)\n/* c */ f() + 1 /* d */", "4");
        try (Sandbox sandbox = TestEngine.open(TestEngine.Tier.RUNC)) {
            SoftAssertions all = new SoftAssertions();
            values.forEach((code, value) -> {
                JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder(code)
                        .captureLastValue(true)
                        .timeout(Duration.ofSeconds(60))
                        .build());
                all.assertThat(result.lastValue().orElse("none"))
                        .as(code + " " + result.stderrText())
                        .isEqualTo(value);
                all.assertThat(result.exitCode()).as(code + result.stderrText()).isZero();
            });
            all.assertAll();
        }
    }
}
