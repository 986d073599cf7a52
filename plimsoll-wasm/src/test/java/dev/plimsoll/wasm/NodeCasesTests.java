package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Node.js 20 prints, the guest prints too, byte for byte, with the same exit code. */
class NodeCasesTests {
    private static final String[] FILES = {"node20", "console", "inspect", "tasks", "web", "throwing", "conformance"};

    /** Where a run knowingly prints something else, each with the reason. */
    private static final JsonObject DIFFERENCES = read("differences");

    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    static Stream<Arguments> cases() {
        return all().filter(named -> !isKnownDifference((String) named.get()[0]));
    }

    static Stream<Arguments> knownDifferences() {
        return all().filter(named -> isKnownDifference((String) named.get()[0]));
    }

    private static Stream<Arguments> all() {
        return Stream.of(FILES).flatMap(file -> {
            JsonObject cases = read(file).getAsJsonObject("cases");
            return cases.entrySet().stream()
                    .map(entry -> Arguments.of(
                            file + "/" + entry.getKey(), entry.getValue().getAsJsonObject()));
        });
    }

    private static boolean isKnownDifference(String name) {
        JsonObject file = DIFFERENCES.getAsJsonObject(name.substring(0, name.indexOf('/')));
        return file != null && file.has(name.substring(name.indexOf('/') + 1));
    }

    private static JsonObject read(String file) {
        try (InputStream in = NodeCasesTests.class.getResourceAsStream("/js-cases/" + file + ".json")) {
            return JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .getAsJsonObject();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void printsWhatNodePrints(String name, JsonObject expected) {
        JavaScriptRequest request = JavaScriptRequest.of(expected.get("code").getAsString());
        JavaScriptResult result = sandbox.runJavaScript(request);
        assertThat(result.stdoutText()).isEqualTo(expected.get("stdout").getAsString());
        assertThat(result.exitCode())
                .as("exit code, stderr: %s", result.stderrText())
                .isEqualTo(expected.get("exit_code").getAsInt());
        Receipts.check(request, result);
    }

    /** Keeps the list of differences true: one that is gone must leave it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("knownDifferences")
    void stillDiffersWhereItIsSaidTo(String name, JsonObject expected) {
        JavaScriptResult result = sandbox.runJavaScript(expected.get("code").getAsString());
        assertThat(result.stdoutText()).isNotEqualTo(expected.get("stdout").getAsString());
    }
}
