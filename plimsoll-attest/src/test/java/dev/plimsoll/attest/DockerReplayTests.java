package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.Sandbox;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ran in this process gives the same digests in a container, as long as it reads no clock and no random source. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DockerReplayTests {
    private static final String IMAGE = Objects.requireNonNullElse(System.getenv("PLIMSOLL_TEST_IMAGE"), "");

    @TempDir
    private Path folder;

    @BeforeEach
    void requireAnEngine() {
        boolean isThere = !IMAGE.isEmpty() && !IMAGE.equals("none");
        assertThat(isThere || !"1".equals(System.getenv("PLIMSOLL_REQUIRE_DOCKER")))
                .as("the container engine that was promised is there")
                .isTrue();
        assumeTrue(isThere, "no container engine for tests: see .ci/docker-up");
    }

    private static List<String> snippets() {
        List<String> snippets = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            snippets.add("console.log(" + i + " * 7, [1, {a: " + i + "}], new Map([[1, 2]]))");
            snippets.add("console.error('e'); process.exit(" + i + ")");
            snippets.add("process.stdout.write('\u00e9\ud83d\ude80'.repeat(" + (50 + i) + "))");
            snippets.add("console.log(JSON.stringify({s: 'x'.repeat(" + i + ")}), 2n ** 64n, 0.1 + " + i + ")");
        }
        return snippets;
    }

    @Test
    void aBundleFromWasmReplaysToTheSameDigestsInAContainer() throws IOException {
        SigningKey key = SigningKey.generate();
        Path bundle = folder.resolve("bundle");
        try (Sandbox sandbox = Sandbox.open("wasm");
                BundleWriter writer = BundleWriter.create(bundle, key)) {
            for (String code : snippets()) {
                JavaScriptRequest request = JavaScriptRequest.builder(code)
                        .floor(Isolation.PROCESS)
                        .timeout(Duration.ofMinutes(2))
                        .build();
                writer.append(request, sandbox.runJavaScript(request));
            }
            writer.closeBundle();
        }
        try (Sandbox sandbox = Sandbox.builder()
                .provider("docker")
                .option("image", IMAGE)
                .option("runtime", "runc")
                .open()) {
            ReplayReport report = Replay.run(bundle, BundleVerifier.with(key.verifyKey()), sandbox);
            assertThat(report.evidence().isolation()).isEqualTo(Isolation.CONTAINER);
            assertThat(report.runs()).hasSize(snippets().size());
            assertThat(report.allSame()).as(report.toText()).isTrue();
        }
    }
}
