package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.util.concurrent.TimeUnit;
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
                    .build();
            JavaScriptResult result = sandbox.runJavaScript(request);
            assertThat(result.stdoutText()).isEqualTo("请输入:é—🎉 42\n");
            assertThat(result.exitCode()).as(result.stderrText()).isZero();
            assertThat(result.isolation()).isEqualTo(tier.isolation);
            Receipts.check(request, result);
        }
    }
}
