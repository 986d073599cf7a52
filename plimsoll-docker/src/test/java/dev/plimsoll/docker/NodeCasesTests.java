package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Node.js prints, a snippet prints too, byte for byte and with the same exit code. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class NodeCasesTests {
    private static final int CASES = 50;

    private static JsonNode cases() throws IOException {
        try (InputStream in = NodeCasesTests.class.getResourceAsStream("/js-cases/node20.json")) {
            return new ObjectMapper().readTree(in).get("cases");
        }
    }

    @ParameterizedTest
    @EnumSource
    void printsWhatNodePrints(TestEngine.Tier tier) throws IOException {
        JsonNode cases = cases();
        assertThat(cases.size()).isGreaterThanOrEqualTo(CASES);
        SoftAssertions softly = new SoftAssertions();
        try (Sandbox sandbox = TestEngine.open(tier)) {
            Map<String, JavaScriptRequest> requests = new TreeMap<>();
            Map<String, CompletableFuture<JavaScriptResult>> results = new TreeMap<>();
            for (String name : (Iterable<String>) cases::fieldNames) {
                JavaScriptRequest request = JavaScriptRequest.builder(
                                cases.get(name).get("code").textValue())
                        .timeout(Duration.ofSeconds(60))
                        .build();
                requests.put(name, request);
                results.put(name, sandbox.runJavaScriptAsync(request));
            }
            results.forEach((name, future) -> {
                JavaScriptResult result = future.join();
                softly.assertThat(result.stdoutText())
                        .as(name + ", stderr: " + result.stderrText())
                        .isEqualTo(cases.get(name).get("stdout").textValue());
                softly.assertThat(result.exitCode())
                        .as(name)
                        .isEqualTo(cases.get(name).get("exit_code").intValue());
                Receipts.check(requests.get(name), result);
            });
        }
        softly.assertAll();
    }
}
