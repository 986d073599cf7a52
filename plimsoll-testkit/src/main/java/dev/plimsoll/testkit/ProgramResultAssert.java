package dev.plimsoll.testkit;

import dev.plimsoll.run.Output;
import dev.plimsoll.run.ProgramResult;

/**
 * Assertions about the result of a snippet or a cell.
 *
 * @since 0.1
 */
public final class ProgramResultAssert extends RunResultAssert<ProgramResultAssert, ProgramResult> {
    /** What a failure shows of an output. */
    private static final int SHOWN = 2000;

    ProgramResultAssert(ProgramResult actual) {
        super(actual, ProgramResultAssert.class);
    }

    /** Verifies the exit code. */
    public ProgramResultAssert exitedWith(int code) {
        isNotNull();
        if (actual.exitCode() != code) {
            failWithMessage(
                    "expected exit code %s, it was %s; stderr: %s", code, actual.exitCode(), shown(actual.stderr()));
        }
        return this;
    }

    /** Verifies the whole of standard output, decoded as UTF-8. */
    public ProgramResultAssert hasStdout(String text) {
        isNotNull();
        return hasOutput("stdout", actual.stdout(), text);
    }

    /** Verifies the whole of standard error, decoded as UTF-8. */
    public ProgramResultAssert hasStderr(String text) {
        isNotNull();
        return hasOutput("stderr", actual.stderr(), text);
    }

    /** Verifies that standard output holds a text. */
    public ProgramResultAssert hasStdoutContaining(String text) {
        isNotNull();
        if (!actual.stdoutText().contains(text)) {
            failWithMessage("expected stdout to contain <%s>, it was %s", text, shown(actual.stdout()));
        }
        return this;
    }

    /** Verifies that standard error holds a text. */
    public ProgramResultAssert hasStderrContaining(String text) {
        isNotNull();
        if (!actual.stderrText().contains(text)) {
            failWithMessage("expected stderr to contain <%s>, it was %s", text, shown(actual.stderr()));
        }
        return this;
    }

    /** Verifies that the deadline ended the run. */
    public ProgramResultAssert timedOut() {
        isNotNull();
        if (!actual.timedOut()) {
            failWithMessage("expected the deadline to end the run, it exited with %s", actual.exitCode());
        }
        return this;
    }

    /** Verifies that memory ended the run. */
    public ProgramResultAssert exceededMemory() {
        isNotNull();
        if (!actual.memoryExceeded()) {
            failWithMessage("expected memory to end the run, it exited with %s", actual.exitCode());
        }
        return this;
    }

    /** Verifies that all output was kept. */
    public ProgramResultAssert isNotTruncated() {
        isNotNull();
        if (actual.truncated()) {
            failWithMessage(
                    "expected all output, %s bytes of stdout and %s of stderr were dropped",
                    actual.stdout().droppedBytes(), actual.stderr().droppedBytes());
        }
        return this;
    }

    private ProgramResultAssert hasOutput(String name, Output output, String text) {
        if (!output.text().equals(text)) {
            failWithMessage(
                    "expected %s to be <%s>, it was %s%s",
                    name, text, shown(output), output.truncated() ? " and truncated" : "");
        }
        return this;
    }

    private static String shown(Output output) {
        String text = output.text();
        return text.length() <= SHOWN ? "<" + text + ">" : "<" + text.substring(0, SHOWN) + "...>";
    }
}
