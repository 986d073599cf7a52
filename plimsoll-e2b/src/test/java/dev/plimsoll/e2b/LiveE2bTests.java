package dev.plimsoll.e2b;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ProjectRequest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The live service. Costs what four microVMs of E2B's base template cost for a minute each at most (two vCPU and 512 MiB
 * when this was written: well under one US cent together), and so needs a word beside the key: {@code
 * PLIMSOLL_E2B_LIVE=true}.
 */
@EnabledIfEnvironmentVariable(named = "E2B_API_KEY", matches = "e2b_.+", disabledReason = "needs an account at E2B")
@EnabledIfEnvironmentVariable(
        named = "PLIMSOLL_E2B_LIVE",
        matches = "true",
        disabledReason = "creates four microVMs at E2B, which charges for them")
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LiveE2bTests {
    @Test
    void runsASnippetAProjectAndAnEndlessLoop() {
        try (Sandbox sandbox = Sandbox.builder()
                .provider(new E2bProvider())
                .floor(Isolation.VM)
                .open()) {
            JavaScriptResult snippet = sandbox.runJavaScript(JavaScriptRequest.builder("console.log(await 42)")
                    .timeout(Duration.ofSeconds(30))
                    .build());
            assertThat(snippet).exitedWith(0).hasStdout("42\n");
            assertThat(sandbox.runJavaScript(JavaScriptRequest.builder("while (true) {}")
                            .timeout(Duration.ofSeconds(10))
                            .build()))
                    .timedOut();
            var project = sandbox.runProject(ProjectRequest.builder()
                    .file("a.txt", "hello")
                    .step("cp a.txt b.txt")
                    .artifact("b.txt")
                    .timeout(Duration.ofSeconds(30))
                    .build());
            assertThat(project).succeeded();
            assertThat(project.artifact("b.txt").orElseThrow().content().utf8()).isEqualTo("hello");
        }
    }
}
