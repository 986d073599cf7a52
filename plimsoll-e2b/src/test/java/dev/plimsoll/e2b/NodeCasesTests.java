package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Node.js 20 prints, a run in a microVM prints too, byte for byte, with the same exit code. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NodeCasesTests {
    private static StandIn standIn;
    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        standIn = StandIn.start();
        sandbox = StandInSandboxes.open(standIn);
    }

    @AfterAll
    static void close() {
        sandbox.close();
        standIn.close();
    }

    static Stream<Arguments> cases() throws IOException {
        try (InputStream in = NodeCasesTests.class.getResourceAsStream("/js-cases/node20.json")) {
            JsonObject cases = JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .getAsJsonObject()
                    .getAsJsonObject("cases");
            assertThat(cases.size()).as("cases").isGreaterThanOrEqualTo(50);
            return cases.entrySet().stream()
                    .map(entry -> Arguments.of(entry.getKey(), entry.getValue().getAsJsonObject()));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void printsWhatNodePrints(String name, JsonObject expected) {
        JavaScriptResult result = sandbox.runJavaScript(
                JavaScriptRequest.builder(expected.get("code").getAsString())
                        .timeout(Duration.ofSeconds(60))
                        .build());
        assertThat(result.stdoutText()).isEqualTo(expected.get("stdout").getAsString());
        assertThat(result.exitCode())
                .as("exit code, stderr: %s", result.stderrText())
                .isEqualTo(expected.get("exit_code").getAsInt());
    }
}
