package dev.plimsoll.docker;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.StepOutput;
import java.util.List;
import java.util.Optional;

/** What a snippet is to the runner, and what the runner's words are to the caller of a snippet. */
final class SnippetRun {
    /** As of a program whose protocol with us broke: EX_SOFTWARE. */
    private static final int EXIT_BROKEN = 70;

    private SnippetRun() {}

    static GuestRun.Plan plan(Dispatch<JavaScriptRequest> dispatch) {
        return new GuestRun.Plan(
                RunMessage.snippet(dispatch),
                1,
                dispatch.request().captureLastValue(),
                () -> new StepOutput(dispatch.stdout(), dispatch.stderr()),
                List.of());
    }

    static ProgramOutcome outcome(Dispatch<JavaScriptRequest> dispatch, GuestRun.Finish finish, Evidence evidence) {
        return switch (finish.kind()) {
            case ENDED -> ended(dispatch, finish.transcript(), evidence);
            case TIMED_OUT -> ProgramOutcome.timedOut(evidence);
            case OUT_OF_MEMORY -> ProgramOutcome.memoryExceeded(evidence);
            case DIED -> {
                say(dispatch, "the sandbox ended before the code did");
                yield ProgramOutcome.exited(finish.exitCode() == 0 ? EXIT_BROKEN : finish.exitCode() & 0xff, evidence);
            }
            case BROKEN -> broken(dispatch, evidence);
        };
    }

    private static ProgramOutcome ended(
            Dispatch<JavaScriptRequest> dispatch, Transcript transcript, Evidence evidence) {
        if (transcript.steps().isEmpty()) { // the runner says that it could not even begin
            return broken(dispatch, evidence);
        }
        Transcript.Step step = transcript.steps().get(0);
        if (step.oomKills() > 0 && step.exitCode() == ProgramOutcome.EXIT_MEMORY_EXCEEDED) {
            return ProgramOutcome.memoryExceeded(evidence);
        }
        ProgramOutcome outcome = ProgramOutcome.exited(step.exitCode(), evidence);
        Optional<String> value = transcript.lastValue();
        return value.isPresent() ? outcome.withLastValue(value.get()) : outcome;
    }

    private static ProgramOutcome broken(Dispatch<JavaScriptRequest> dispatch, Evidence evidence) {
        say(dispatch, "what came out of the sandbox was not what its runner sends");
        return ProgramOutcome.exited(EXIT_BROKEN, evidence);
    }

    private static void say(Dispatch<JavaScriptRequest> dispatch, String message) {
        dispatch.stderr().write(Bytes.utf8("plimsoll: " + message + "\n").toByteArray());
    }
}
