package dev.plimsoll.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.Sandbox;
import dev.plimsoll.attest.BundleVerifier;
import dev.plimsoll.attest.BundleWriter;
import dev.plimsoll.attest.Replay;
import dev.plimsoll.attest.ReplayReport;
import dev.plimsoll.attest.SigningKey;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ProjectRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What ran in this process gives the same digests in a container, as long as it reads no clock and no random source; so do
 * projects. Here, so that who builds an example with plimsoll-attest need not build the container provider too.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DockerReplayTests {
    private static final String IMAGE = Objects.requireNonNullElse(System.getenv("PLIMSOLL_TEST_IMAGE"), "");

    private final SigningKey key = SigningKey.generate();

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

    private static ProjectRequest project(int number) {
        return ProjectRequest.builder()
                .file(
                        "src/add.mjs",
                        "console.log(" + number + " + Number(process.argv[2])); process.exitCode = " + number)
                .file("numbers", "3\n1\n2\n")
                .step("sort numbers | tee sorted")
                .step("node src/add.mjs 40 > sum; cat sum; echo done >&2; exit " + number)
                .step("echo not reached unless it is 0")
                .artifact("sorted")
                .artifact("sum")
                .artifact("missing")
                .timeout(Duration.ofMinutes(2))
                .build();
    }

    private Sandbox container(String runtime) {
        return Sandbox.builder()
                .provider("docker")
                .option("image", IMAGE)
                .option("runtime", runtime)
                .open();
    }

    private Path snippetsFromWasm() throws IOException {
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
        return bundle;
    }

    private Path projectsFromRunc() throws IOException {
        Path bundle = folder.resolve("bundle");
        try (Sandbox sandbox = container("runc");
                BundleWriter writer = BundleWriter.create(bundle, key)) {
            for (int number = 0; number < 3; number++) {
                ProjectRequest request = project(number);
                writer.append(request, sandbox.runProject(request));
            }
            writer.closeBundle();
        }
        return bundle;
    }

    private void replaysToTheSame(Path bundle, int runs, String runtime, Isolation isolation) throws IOException {
        try (Sandbox sandbox = container(runtime)) {
            ReplayReport report = Replay.run(bundle, BundleVerifier.with(key.verifyKey()), sandbox);
            assertThat(report.evidence().isolation()).isEqualTo(isolation);
            assertThat(report.runs()).hasSize(runs);
            assertThat(report.allSame()).as(report.toText()).isTrue();
        }
    }

    @Test
    void aBundleFromWasmReplaysToTheSameDigestsInAContainer() throws IOException {
        replaysToTheSame(snippetsFromWasm(), snippets().size(), "runc", Isolation.CONTAINER);
    }

    @Test
    void projectsReplayToTheSameDigestsInAContainer() throws IOException {
        replaysToTheSame(projectsFromRunc(), 3, "runc", Isolation.CONTAINER);
    }

    @Test
    @Tag("slow")
    void aBundleFromWasmReplaysToTheSameDigestsBehindGvisor() throws IOException {
        replaysToTheSame(snippetsFromWasm(), snippets().size(), "runsc", Isolation.KERNEL);
    }

    @Test
    @Tag("slow")
    void projectsFromAContainerReplayToTheSameDigestsBehindGvisor() throws IOException {
        replaysToTheSame(projectsFromRunc(), 3, "runsc", Isolation.KERNEL);
    }
}
