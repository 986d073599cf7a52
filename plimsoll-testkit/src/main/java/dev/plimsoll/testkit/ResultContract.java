package dev.plimsoll.testkit;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.spi.Capability;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What comes back from a run: exit codes, output to the byte, receipts. */
abstract class ResultContract extends FloorContract {
    private JavaScriptResult run(String code) {
        return open().runJavaScript(request(code).build());
    }

    /** Standard output comes back to the byte, and nothing with it. */
    @Test
    public final void standardOutputComesBack() {
        assertThat(run(guest().print("42\n"))).exitedWith(0).hasStdout("42\n").hasStderr("");
    }

    /** Standard error is kept apart. */
    @Test
    public final void standardErrorComesBackApart() {
        assertThat(run(guest().printError("careful\n")))
                .exitedWith(0)
                .hasStdout("")
                .hasStderr("careful\n");
    }

    /** Text of every plane comes back as UTF-8. */
    @Test
    public final void unicodeSurvives() {
        String text = "\u00e9 \u20ac \u6f22 \ud83d\ude80 \u0000 end";
        assertThat(run(guest().print(text))).exitedWith(0).hasStdout(text);
    }

    /** Output is bytes: what is no UTF-8 comes back as it was written. */
    @Test
    public final void binaryOutputSurvives() {
        byte[] bytes = {0, 1, 10, 13, 26, 127, (byte) 0x80, (byte) 0xc3, (byte) 0xfe, (byte) 0xff};
        JavaScriptResult result = run(guest().printBytes(bytes));
        assertThat(result.stdout().bytes().toByteArray()).as("stdout").isEqualTo(bytes);
    }

    /** The guest's exit code is the result's. */
    @Test
    public final void theExitCodeIsTheGuests() {
        assertThat(run(guest().exit(3))).exitedWith(3).hasStdout("");
        assertThat(run(guest().exit(0))).exitedWith(0);
    }

    /** An uncaught error is a result with exit code 1 and a word on standard error, never an exception. */
    @Test
    public final void anUncaughtErrorIsAResult() {
        JavaScriptResult result = run(guest().fail("boom"));
        assertThat(result).exitedWith(1);
        assertThat(result.stderrText()).as("stderr").contains("boom");
    }

    /** Nothing of one run is there in the next. */
    @Test
    public final void noStateSurvivesARun() {
        Sandbox sandbox = open();
        for (int i = 0; i < 3; i++) {
            JavaScriptRequest leaving = request(guest().leaveTrace()).build();
            assertThat(sandbox.runJavaScript(leaving)).hasStdout("fresh");
        }
    }

    /** The cap cuts at the byte, also inside a character, and adds no marker. */
    @Test
    public final void theOutputCapCutsAtTheByte() {
        String text = "a\u20ac\ud83d\ude80";
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        Sandbox sandbox = open();
        for (int cap = 0; cap <= all.length; cap++) {
            JavaScriptResult result = sandbox.runJavaScript(
                    request(guest().print(text)).outputBytes(cap).build());
            assertThat(result.stdout().bytes().toByteArray())
                    .as("stdout with a cap of %s bytes", cap)
                    .isEqualTo(Arrays.copyOf(all, cap));
            assertThat(result.stdout().truncated())
                    .as("truncated with a cap of %s bytes", cap)
                    .isEqualTo(cap < all.length);
            assertThat(result.exitCode()).as("exit code").isZero();
        }
    }

    /** A guest that writes far past the cap is drained, and ends as it would have. */
    @Test
    public final void aFloodIsDrainedPastTheCap() {
        JavaScriptResult result = open().runJavaScript(
                        request(guest().flood(1 << 20)).outputBytes(1000).build());
        assertThat(result).exitedWith(0);
        assertThat(result.stdout().bytes().length()).as("kept bytes").isEqualTo(1000);
        assertThat(result.stdout().truncated()).as("truncated").isTrue();
    }

    /** Every result has a receipt that checks against its request and itself. */
    @Test
    public final void receiptsCheck() {
        Sandbox sandbox = open();
        for (String code : List.of(guest().print("x"), guest().exit(7), guest().fail("no"))) {
            JavaScriptRequest request = request(code).build();
            JavaScriptResult result = sandbox.runJavaScript(request);
            assertThat(result).hasValidReceiptFor(request);
            assertThat(result.provider()).isEqualTo(provider().id());
        }
    }

    /** With a fixed clock and seed two runs have one digest, and another seed another. */
    @Test
    public final void deterministicRunsHaveOneDigestIfDeclared() {
        if (!can(Capability.DETERMINISM)) {
            return; // refusesWhatItDoesNotDo holds the provider to refusing it
        }
        Sandbox sandbox = open();
        List<String> digests = LongStream.of(1, 1, 2)
                .mapToObj(seed -> Receipts.resultDigest(sandbox.runJavaScript(request(guest().clockAndRandom())
                        .deterministic(Determinism.of(Instant.ofEpochSecond(1_000_000), seed))
                        .build())))
                .toList();
        assertThat(digests.get(1)).as("the same clock and seed").isEqualTo(digests.get(0));
        assertThat(digests.get(2)).as("another seed").isNotEqualTo(digests.get(0));
    }

    /** The last value comes back when it was asked for, and only then. */
    @Test
    public final void theLastValueComesBackIfDeclared() {
        if (!can(Capability.LAST_VALUE)) {
            return; // refusesWhatItDoesNotDo holds the provider to refusing it
        }
        Sandbox sandbox = open();
        var asking = request(guest().lastValue()).captureLastValue(true).build();
        assertThat(sandbox.runJavaScript(asking).lastValue()).contains("42");
        assertThat(sandbox.runJavaScript(request(guest().lastValue()).build()).lastValue())
                .isEmpty();
    }

    /** A project's steps run in order in one folder until one fails; artifacts come back. */
    @Test
    public final void projectsRunStepByStepIfDeclared() {
        if (!can(Capability.PROJECT)) {
            return; // refusesWhatItDoesNotDo holds the provider to refusing it
        }
        ProjectRequest request = ProjectRequest.builder()
                .file("dir/in.txt", "hello\n")
                .step("cat dir/in.txt")
                .step("echo made > out.txt")
                .artifact("out.txt")
                .artifact("absent.txt")
                .timeout(AMPLE)
                .build();
        ProjectResult result = open().runProject(request);
        assertThat(result).succeeded().ranBehind(isolation()).hasValidReceiptFor(request);
        assertThat(result.steps().get(0).stdout().text()).isEqualTo("hello\n");
        assertThat(result.artifact("out.txt").orElseThrow().content().utf8()).isEqualTo("made\n");
        assertThat(result.artifact("absent.txt")).isEmpty();
    }

    /** A session keeps its state from cell to cell, and its receipts form a chain. */
    @Test
    public final void sessionsChainTheirReceiptsIfDeclared() {
        if (!can(Capability.SESSION)) {
            return; // refusesWhatItDoesNotDo holds the provider to refusing it
        }
        try (var session = open().openSession(sessionLanguage())) {
            CellResult first = session.runCell(CellRequest.of(sessionLanguage(), "x = 41"));
            CellResult second = session.runCell(CellRequest.of(sessionLanguage(), "x += 1\nprint(x)"));
            assertThat(first.interpreterStarted())
                    .as("the first cell starts the interpreter")
                    .isTrue();
            assertThat(second).exitedWith(0).hasStdout("42\n");
            Receipts.checkChain(List.of(first.record(), second.record()));
        }
    }
}
