package dev.plimsoll.docker;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.StepOutcome;
import java.util.ArrayList;
import java.util.List;

/** What a project is to the runner, and what the runner's words are to the caller of a project. */
final class ProjectRun {
    private ProjectRun() {}

    static GuestRun.Plan plan(Dispatch<ProjectRequest> dispatch) {
        ProjectRequest request = dispatch.request();
        return new GuestRun.Plan(
                RunMessage.project(dispatch),
                request.steps().size(),
                false,
                dispatch::newStepOutput,
                request.artifacts());
    }

    static ProjectOutcome outcome(GuestRun.Finish finish, Evidence evidence) {
        Transcript transcript = finish.transcript();
        List<StepOutcome> steps = new ArrayList<>();
        for (Transcript.Step step : transcript.steps()) {
            steps.add(new StepOutcome(step.exitCode(), false, step.output()));
        }
        boolean memory = transcript.steps().stream().anyMatch(Transcript.Step::endedForMemory);
        return switch (finish.kind()) {
            case ENDED -> ended(transcript, steps, memory, evidence);
            case TIMED_OUT -> {
                addOpenStep(transcript, steps, ProgramOutcome.EXIT_TIMED_OUT, true);
                yield without(Outcome.TIMED_OUT, "the deadline ended the project", memory, steps, evidence);
            }
            case OUT_OF_MEMORY -> {
                addOpenStep(transcript, steps, ProgramOutcome.EXIT_MEMORY_EXCEEDED, false);
                yield without(Outcome.COMPLETED, "the sandbox was ended for its memory", true, steps, evidence);
            }
            case DIED ->
                without(Outcome.PROTOCOL_ERROR, "the sandbox ended before the project did", memory, steps, evidence);
            case BROKEN ->
                without(
                        Outcome.PROTOCOL_ERROR,
                        "what came out of the sandbox was not what its runner sends",
                        memory,
                        steps,
                        evidence);
        };
    }

    private static ProjectOutcome ended(
            Transcript transcript, List<StepOutcome> steps, boolean memory, Evidence evidence) {
        Transcript.Ending ending = transcript.ending().orElseThrow();
        return new ProjectOutcome(
                ending.setupFailed() ? Outcome.SETUP_FAILED : Outcome.COMPLETED,
                ending.detail(),
                memory,
                steps,
                transcript.artifacts(),
                ending.artifactsTruncated(),
                evidence);
    }

    /** The step that was under way keeps its output. */
    private static void addOpenStep(Transcript transcript, List<StepOutcome> steps, int exitCode, boolean timedOut) {
        transcript.openStep().ifPresent(output -> steps.add(new StepOutcome(exitCode, timedOut, output)));
    }

    private static ProjectOutcome without(
            Outcome outcome, String detail, boolean memory, List<StepOutcome> steps, Evidence evidence) {
        return new ProjectOutcome(outcome, detail, memory, steps, List.of(), false, evidence);
    }
}
