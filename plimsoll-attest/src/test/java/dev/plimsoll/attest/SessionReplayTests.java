package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxSession;
import dev.plimsoll.attest.ReplayedRun.Verdict;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.ProjectRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bundles with sessions and projects: what replays, in which interpreter, and what is said of what cannot. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SessionReplayTests {
    private static final ProjectRequest PROJECT = ProjectRequest.builder()
            .file("src/numbers", "3\n1\n2\n")
            .step("sort src/numbers | tee sorted")
            .step("echo oops >&2; exit 3")
            .artifact("sorted")
            .timeout(Duration.ofSeconds(60))
            .build();

    private final SigningKey key = SigningKey.generate();
    private final BundleVerifier verifier = BundleVerifier.with(key.verifyKey());

    @TempDir
    private Path folder;

    private LocalProvider provider() {
        return new LocalProvider(folder);
    }

    private static Sandbox open(LocalProvider provider, int slots) {
        return Sandbox.builder()
                .provider(provider)
                .concurrency(slots)
                .admissionWait(Duration.ZERO)
                .open();
    }

    /** Runs things and stores them. */
    private static final class Recording implements AutoCloseable {
        private final Sandbox sandbox;
        private final BundleWriter writer;

        Recording(LocalProvider provider, Path file, SigningKey key) throws IOException {
            sandbox = open(provider, 3);
            writer = BundleWriter.create(file, key);
        }

        SandboxSession session() {
            return sandbox.openSession("sum");
        }

        void cell(SandboxSession session, String code) throws IOException {
            CellRequest request = CellRequest.of("sum", code);
            writer.append(request, session.runCell(request));
        }

        void end(SandboxSession session) throws IOException {
            session.close();
            writer.closeSession(session.fingerprint());
        }

        @Override
        public void close() throws IOException {
            writer.closeBundle();
            sandbox.close();
        }
    }

    private Path bundle() {
        return folder.resolve("bundle");
    }

    private void recordMixed() throws IOException {
        try (Recording recording = new Recording(provider(), bundle(), key)) {
            SandboxSession first = recording.session();
            SandboxSession second = recording.session();
            recording.cell(first, "1");
            recording.cell(second, "10");
            recording.writer.append(PROJECT, recording.sandbox.runProject(PROJECT));
            recording.cell(first, "2");
            recording.end(first);
            recording.cell(second, "20");
        }
    }

    @Test
    void sessionsAndProjectsReplayToTheSameDigestsEachInItsOwnInterpreter() throws IOException {
        recordMixed();
        LocalProvider again = provider();
        try (Sandbox sandbox = open(again, 3)) {
            ReplayReport report = Replay.run(bundle(), verifier, sandbox);
            assertThat(report.allSame()).as(report.toText()).isTrue();
            assertThat(report.runs())
                    .extracting(run -> run.kind().text())
                    .containsExactly("cell", "cell", "project", "cell", "cell");
            assertThat(report.bundle().sessions()).isEqualTo(2);
        }
        assertThat(again.events).containsExactly("open", "1", "open", "10", "2", "close", "20", "close");
    }

    @Test
    void aVisitorLearnsWhereEachSessionEnds() throws IOException {
        recordMixed();
        List<String> seen = new ArrayList<>();
        try (var in = Files.newInputStream(bundle())) {
            verifier.verify(in, new BundleVerifier.RunVisitor() {
                @Override
                public void visit(long line, Exchange exchange) {
                    seen.add(exchange.record().session());
                }

                @Override
                public void sessionClosed(String fingerprint) {
                    seen.add("close " + fingerprint);
                }
            });
        }
        String first = seen.get(0);
        String second = seen.get(1);
        assertThat(first).hasSize(64).isNotEqualTo(second);
        assertThat(seen).containsExactly(first, second, "", first, "close " + first, second, "close " + second);
    }

    /** With one slot, the second session can only be opened because the first one's close was followed. */
    @Test
    void aSessionGivesItsSlotBackAtItsCloseInTheBundle() throws IOException {
        try (Recording recording = new Recording(provider(), bundle(), key)) {
            for (int i = 0; i < 2; i++) {
                SandboxSession session = recording.session();
                recording.cell(session, "7");
                recording.end(session);
            }
        }
        try (Sandbox sandbox = open(provider(), 1)) {
            assertThat(Replay.run(bundle(), verifier, sandbox).allSame()).isTrue();
        }
    }

    @Test
    void noCellRunsInASessionThatLacksTheStateBeforeIt() throws IOException {
        recordMixed();
        LocalProvider again = provider();
        try (Sandbox sandbox = open(again, 1)) {
            ReplayReport report = Replay.run(bundle(), verifier, sandbox);
            assertThat(report.runs())
                    .extracting(ReplayedRun::verdict)
                    .containsExactly(Verdict.SAME, Verdict.NOT_RUN, Verdict.NOT_RUN, Verdict.SAME, Verdict.NOT_RUN);
            assertThat(report.runs().get(4).detail())
                    .isEqualTo("an earlier cell of its session did not run again, so its state is missing");
        }
        assertThat(again.events).containsExactly("open", "1", "2", "close");
    }

    @Test
    void aProviderWithoutSessionsIsSaidToHaveNone() throws IOException {
        recordMixed();
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            ReplayReport report = Replay.run(bundle(), verifier, sandbox);
            assertThat(report.runs()).allMatch(run -> run.verdict() == Verdict.NOT_RUN);
            assertThat(report.runs().get(0).detail()).contains("nothing ran");
            assertThat(report.toText()).contains("5, 0 same, 0 different, 5 not_run, 0 failed");
        }
    }

    @Test
    void anotherArtifactIsADifferenceThatIsExplained() throws IOException {
        try (Recording recording = new Recording(provider(), bundle(), key)) {
            ProjectRequest random = ProjectRequest.builder()
                    .step("date +%N > out; echo same")
                    .artifact("out")
                    .build();
            recording.writer.append(random, recording.sandbox.runProject(random));
        }
        try (Sandbox sandbox = open(provider(), 1)) {
            assertThat(Replay.run(bundle(), verifier, sandbox).runs())
                    .singleElement()
                    .satisfies(run -> {
                        assertThat(run.verdict()).isEqualTo(Verdict.DIFFERENT);
                        assertThat(run.detail()).startsWith("stored outcome completed, exit codes [0], artifacts of [");
                    });
        }
    }

    @Test
    void everySessionIsClosedEvenWhenOneCannotBe() throws IOException {
        try (Recording recording = new Recording(provider(), bundle(), key)) {
            SandboxSession first = recording.session();
            SandboxSession second = recording.session();
            recording.cell(first, "1");
            recording.cell(second, "2");
        }
        LocalProvider again = provider();
        again.cannotClose = true;
        try (Sandbox sandbox = open(again, 3)) {
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> Replay.run(bundle(), verifier, sandbox));
        }
        assertThat(again.events).containsExactly("open", "1", "open", "2", "close", "close");
    }
}
