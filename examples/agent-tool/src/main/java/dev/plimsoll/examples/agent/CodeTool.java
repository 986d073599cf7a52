package dev.plimsoll.examples.agent;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.IsolationEvidenceMismatchException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.OutcomeUnknownException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.examples.agent.CodeArguments.BadArgumentsException;
import dev.plimsoll.examples.agent.CodeReply.Outcome;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.spi.Capability;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the code a model gives. The model chooses the code and nothing else: the floor, the time and the size of what it gets
 * back are fixed here. Thread-safe.
 */
public final class CodeTool {
    /** The tool's name. */
    public static final String NAME = "run_javascript";
    /** The name of its only argument. */
    public static final String ARGUMENT = "code";
    /** What the model is told about the tool. */
    public static final String DESCRIPTION = "Runs JavaScript in a sandbox without network and files, afresh each time."
            + " Print results with console.log. Output beyond 8 KiB is cut.";
    /** What the model is told about the argument. */
    public static final String ARGUMENT_DESCRIPTION = "JavaScript, as for Node.js; top-level await works";
    /** The schema of the arguments. */
    public static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"" + ARGUMENT
            + "\":{\"type\":\"string\",\"description\":\"" + ARGUMENT_DESCRIPTION + "\"}},\"required\":[\"" + ARGUMENT
            + "\"],\"additionalProperties\":false}";

    /** Enough to work with, and little of a model's context. */
    static final int OUTPUT_BYTES = 8 << 10;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Sandbox sandbox;
    private final Isolation floor;
    private final boolean lastValue;

    /**
     * Makes a tool.
     *
     * @param sandbox what runs the code; the caller closes it
     * @param floor the weakest wall that is acceptable for code of a model
     */
    public CodeTool(Sandbox sandbox, Isolation floor) {
        this.sandbox = sandbox;
        this.floor = floor;
        // models often end in a bare expression and then wonder why nothing was printed
        this.lastValue = sandbox.describe().capabilities().contains(Capability.LAST_VALUE);
    }

    /** Runs what a framework hands over as text, and returns text. */
    public String call(String argumentsJson) {
        try {
            return run(CodeArguments.code(argumentsJson)).toJson();
        } catch (BadArgumentsException e) {
            return refused(e).toJson();
        }
    }

    /** Runs what a framework has parsed already. */
    public CodeReply call(Map<String, ?> arguments) {
        try {
            return run(CodeArguments.code(arguments));
        } catch (BadArgumentsException e) {
            return refused(e);
        }
    }

    /** Returns the reply to arguments that are not fit to run, for a framework that would bend them until they are. */
    public Optional<String> refusal(String argumentsJson) {
        try {
            CodeArguments.code(argumentsJson);
            return Optional.empty();
        } catch (BadArgumentsException e) {
            return Optional.of(refused(e).toJson());
        }
    }

    /** Runs code. Never throws for anything that the code does or is. */
    public CodeReply run(String code) {
        JavaScriptRequest request = JavaScriptRequest.builder(code)
                .floor(floor)
                .timeout(TIMEOUT)
                .outputBytes(OUTPUT_BYTES)
                .captureLastValue(lastValue)
                .build();
        try {
            return ran(sandbox.runJavaScript(request));
        } catch (NotDispatchedException e) {
            return refused(e);
        } catch (OutcomeUnknownException e) {
            return unknown(e);
        }
    }

    private static CodeReply ran(JavaScriptResult result) {
        String value = result.lastValue().orElse("");
        boolean valueCut = value.length() > OUTPUT_BYTES;
        StringBuilder note = new StringBuilder();
        if (result.timedOut()) {
            note.append("It was ended after ").append(TIMEOUT.toSeconds()).append(" s. ");
        }
        if (result.memoryExceeded()) {
            note.append("It was ended because it used too much memory. ");
        }
        if (result.truncated() || valueCut) {
            note.append("Output was cut at ").append(OUTPUT_BYTES).append(" bytes: print less. ");
        }
        return new CodeReply(
                Outcome.RAN,
                note.toString().strip(),
                result.isolation().text(),
                result.record().recordSha256(),
                new CodeReply.Program(
                        result.exitCode(),
                        result.stdoutText(),
                        result.stderrText(),
                        valueCut ? value.substring(0, OUTPUT_BYTES) : value));
    }

    private CodeReply refused(BadArgumentsException e) {
        return nothingRan("Nothing ran: " + e.getMessage() + ".", Isolation.UNKNOWN);
    }

    private CodeReply refused(NotDispatchedException e) {
        if (e instanceof InsufficientIsolationException weak) {
            String note = "Nothing ran: the wall here is " + weak.actual().text() + ", this application demands "
                    + weak.required().text() + " for your code. You cannot change that; tell the user.";
            return nothingRan(note, weak.actual());
        }
        String advice = switch (e.reason()) {
            case REQUEST -> "Correct the code and call again.";
            case CAPACITY -> "Call again later.";
            default -> "Do not call again; tell the user.";
        };
        // what is wrong with a request is the model's to know; what is wrong with the machine is not
        String cause =
                e.reason() == RefusalReason.REQUEST ? e.getMessage() : "the sandbox refused (" + e.reason() + ")";
        return nothingRan("Nothing ran: " + cause + ". " + advice, Isolation.UNKNOWN);
    }

    private static CodeReply nothingRan(String note, Isolation isolation) {
        return new CodeReply(Outcome.NOTHING_RAN, note, isolation.text(), "", null);
    }

    /** What it printed is withheld: it ran where it should not have, or nobody knows what it did. */
    private static CodeReply unknown(OutcomeUnknownException e) {
        String note = "The code may have run, in whole or in part. Do not run it again; tell the user.";
        if (e instanceof IsolationEvidenceMismatchException weak) {
            return new CodeReply(
                    Outcome.MAY_HAVE_RAN,
                    note,
                    weak.result().isolation().text(),
                    weak.result().record().recordSha256(),
                    null);
        }
        return new CodeReply(Outcome.MAY_HAVE_RAN, note, Isolation.UNKNOWN.text(), "", null);
    }
}
