package dev.plimsoll.attest;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.Doubles;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.ModuleRun;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.Output;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.SoftwareRule;
import dev.plimsoll.run.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Exchanges of every kind, each the same whenever it is made. */
final class StoredRuns {
    static final String SESSION = Receipts.sessionFingerprint("one");
    static final String OTHER_SESSION = Receipts.sessionFingerprint("two");

    private static final Evidence EVIDENCE =
            new Evidence(Isolation.CONTAINER, "image:sha256:1", "policy:1", "software:1");
    private static final RunRecord NONE = new RunRecord(2, "", "", "", "", "", "", "", "", 0, 0, "", 0, "", "");

    private StoredRuns() {}

    static Exchange snippet(int number) {
        return snippet("console.log(" + number + ")", Bytes.utf8(number + "\n"));
    }

    static Exchange snippet(String code, Bytes stdout) {
        return single(
                JavaScriptRequest.builder(code)
                        .floor(Isolation.PROCESS)
                        .timeout(Duration.ofSeconds(2))
                        .build(),
                JavaScriptResult.builder().stdout(Output.of(stdout)));
    }

    /** A snippet that sets everything that can be set. */
    static Exchange fullSnippet() {
        return single(
                JavaScriptRequest.builder("'\u00e9\ud83d\ude00\u2028</script>'")
                        .floor(Isolation.KERNEL)
                        .timeout(Duration.ofMillis(1234))
                        .memoryBytes(64 << 20)
                        .outputBytes(5)
                        .software(SoftwareRule.approved(List.of("software:1", "software:2")))
                        .grantProfile("profile")
                        .deterministic(
                                new Determinism(Instant.parse("2026-01-01T00:00:00.000000001Z"), Duration.ZERO, -7))
                        .captureLastValue(true)
                        .build(),
                JavaScriptResult.builder()
                        .exitCode(-3)
                        .timedOut(true)
                        .memoryExceeded(true)
                        .lastValue("'\u00e9'")
                        .stdout(new Output(Bytes.copyOf(new byte[] {(byte) 0xc3, 0, (byte) 0xff}), 9, true))
                        .stderr(Output.of(Bytes.utf8("no\n"))));
    }

    static Exchange project() {
        return single(
                ProjectRequest.builder()
                        .file("src/a.txt", "a")
                        .file(new ProjectFile("b.bin", Bytes.copyOf(new byte[] {0, -1})))
                        .step("cat src/a.txt")
                        .step("exit 3")
                        .artifact("out")
                        .build(),
                ProjectResult.builder()
                        .outcome(Outcome.COMPLETED, "a step failed")
                        .steps(List.of(
                                new StepResult("cat src/a.txt", 0, false, Output.of(Bytes.utf8("a")), Output.empty()),
                                new StepResult("exit 3", 3, true, Output.empty(), Output.empty())))
                        .artifacts(List.of(new Artifact("out", Bytes.utf8("made"))), true));
    }

    static Exchange module() {
        return single(
                ModuleRequest.builder("pendulum")
                        .time(10, 0.25)
                        .row(1, -0.0, Double.NaN)
                        .row()
                        .row(Double.longBitsToDouble(0x7ff8000000000123L))
                        .build(),
                ModuleResult.builder()
                        .width(2)
                        .runs(List.of(
                                new ModuleRun(0, Doubles.of(1.5, -0.0)),
                                new ModuleRun(-1, Doubles.of()),
                                new ModuleRun(2, Doubles.of(Double.longBitsToDouble(0x7ff8000000000456L))))));
    }

    /** A session's next cell. */
    static Exchange cell(String session, long sequence, String previous) {
        CellRequest request = CellRequest.builder("python", "x += " + sequence)
                .file("in.csv", "1,2\n")
                .build();
        return sealed(request, CellResult.builder().interpreter(sequence == 1, false), session, sequence, previous);
    }

    static Exchange cellAfter(Exchange before) {
        RunRecord record = before.record();
        return cell(record.session(), record.sequence() + 1, record.recordSha256());
    }

    static Exchange single(RunRequest request, RunResult.Builder<?> result) {
        return sealed(request, result, "", 0, "");
    }

    static Exchange sealed(
            RunRequest request, RunResult.Builder<?> builder, String session, long sequence, String previous) {
        RunResult open =
                builder.provider("stored").evidence(EVIDENCE).record(NONE).build();
        RunRecord record = new RunRecord(
                2,
                Receipts.requestDigest(request),
                Receipts.resultDigest(open),
                "stored",
                EVIDENCE.isolation().text(),
                EVIDENCE.environment(),
                EVIDENCE.policy(),
                EVIDENCE.softwareIdentity(),
                Receipts.softwareRuleId(request.software().orElse(null)),
                1_790_000_000_000L,
                1_790_000_000_007L,
                session,
                sequence,
                previous,
                "");
        return new Exchange(
                request,
                builder.record(record.withRecordSha256(Receipts.recordDigest(record)))
                        .build());
    }
}
