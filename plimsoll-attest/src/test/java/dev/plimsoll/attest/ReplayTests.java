package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.attest.ReplayedRun.Verdict;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReplayTests {
    private final SigningKey key = SigningKey.generate();
    private final BundleVerifier verifier = BundleVerifier.with(key.verifyKey());

    @TempDir
    private Path folder;

    /** Mixed requests whose results a deterministic engine repeats: values, errors, exits, clocks, random, timers, caps. */
    static List<JavaScriptRequest> mixedRequests() {
        List<JavaScriptRequest> requests = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            requests.add(request("console.log(" + i + " * 7, [1, {a: " + i + "}], new Map([[1, 2]]))")
                    .build());
            requests.add(request("throw new Error('no " + i + "')").build());
            requests.add(request("console.error('e'); process.exit(" + i + ")").build());
            requests.add(request("console.log(Math.random(), Math.random())")
                    .deterministic(Determinism.of(Instant.parse("2026-01-01T00:00:00Z"), i))
                    .build());
            requests.add(request("console.log(Date.now(), new Date().toISOString(), performance.now())")
                    .deterministic(new Determinism(Instant.parse("2026-03-01T00:00:00Z"), Duration.ofMillis(i), 1))
                    .build());
            requests.add(
                    request("setTimeout(() => console.log('late', Date.now()), 5000 + " + i + "); console.log('first')")
                            .deterministic(Determinism.of(Instant.parse("2026-01-01T00:00:00Z"), i))
                            .build());
            requests.add(request("process.stdout.write('\u00e9'.repeat(50))")
                    .outputBytes(31 + i)
                    .build());
            requests.add(
                    request("await Promise.reject(new TypeError('" + i + "'))").build());
        }
        return requests;
    }

    private static JavaScriptRequest.Builder request(String code) {
        return JavaScriptRequest.builder(code).floor(Isolation.PROCESS).timeout(Duration.ofSeconds(60));
    }

    private Path bundleOf(Sandbox sandbox, List<JavaScriptRequest> requests) throws IOException {
        Path file = folder.resolve("bundle");
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            for (JavaScriptRequest request : requests) {
                writer.append(request, sandbox.runJavaScript(request));
            }
            writer.closeBundle();
        }
        return file;
    }

    @Test
    void mixedRequestsReplayToTheSameDigestsOnWasm() throws IOException {
        List<JavaScriptRequest> requests = mixedRequests();
        assertThat(requests).hasSizeGreaterThanOrEqualTo(50);
        Path file;
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            file = bundleOf(sandbox, requests);
        }
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            ReplayReport report = Replay.run(file, verifier, sandbox);
            assertThat(report.runs()).hasSize(requests.size());
            assertThat(report.runs()).as(report.toText()).allMatch(run -> run.verdict() == Verdict.SAME);
            assertThat(report.allSame()).isTrue();
            assertThat(report.provider()).isEqualTo("wasm");
        }
    }

    @Test
    void anotherOutputARefusalAndAFailureAreReported() throws IOException {
        Path file;
        List<JavaScriptRequest> requests = List.of(
                JavaScriptRequest.of("1"),
                JavaScriptRequest.of("2"),
                JavaScriptRequest.builder("3").floor(Isolation.CONTAINER).build(),
                JavaScriptRequest.of("4"));
        try (ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.CONTAINER)) {
            scripted.otherwise(request -> ScriptedRun.printing("same\n"));
            file = bundleOf(scripted.sandbox(), requests);
        }
        try (ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.PROCESS)) {
            scripted.next(
                    ScriptedRun.printing("same\n"),
                    ScriptedRun.printing("other \u001b[2J<script>\n"),
                    ScriptedRun.failing(() -> new IllegalStateException("broken")));
            ReplayReport report = Replay.run(file, verifier, scripted.sandbox());
            assertThat(report.runs())
                    .extracting(ReplayedRun::verdict)
                    .containsExactly(Verdict.SAME, Verdict.DIFFERENT, Verdict.NOT_RUN, Verdict.FAILED);
            assertThat(report.allSame()).isFalse();
            assertThat(report.toText())
                    .contains("1 same, 1 different, 1 not_run, 1 failed")
                    .contains("line 2: different: stored exit code 0")
                    .doesNotContain("\u001b");
            assertThat(report.toHtml()).doesNotContain("<script");
        }
    }

    @Test
    void nothingRunsOfABundleThatDoesNotVerify() throws IOException {
        try (ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.CONTAINER)) {
            scripted.otherwise(request -> ScriptedRun.printing("same\n"));
            Path file = bundleOf(scripted.sandbox(), List.of(JavaScriptRequest.of("1"), JavaScriptRequest.of("2")));
            String good = Files.readString(file);
            Files.writeString(file, good.substring(0, good.lastIndexOf("{\"bundle_close\"")));
            int before = scripted.requests().size();
            assertThatExceptionOfType(BundleRefusedException.class)
                    .isThrownBy(() -> Replay.run(file, verifier, scripted.sandbox()));
            assertThat(scripted.requests()).hasSize(before);
        }
    }
}
