package dev.plimsoll.docker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.spi.OutputSink;
import dev.plimsoll.spi.StepOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes the frames of one run in the order in which the protocol lets them come, and keeps what they say. Every frame is a
 * guest's word: what does not fit breaks the protocol, and all that is kept is bounded. For one thread.
 */
final class Transcript {
    private static final int MAX_CHUNK = 65_536;
    private static final int MAX_DETAIL = 1_024;
    private static final long MAX_DROPPED = 1L << 62;

    private final int maxSteps;
    private final boolean lastValueAllowed;
    private final Supplier<StepOutput> outputs;
    private final @Nullable HostCalls calls;
    private final ArtifactIntake artifacts;
    private final List<Step> steps = new ArrayList<>();
    private @Nullable StepOutput open;
    private @Nullable String lastValue;
    private @Nullable Ending ending;

    /**
     * Starts a transcript.
     *
     * @param maxSteps how many steps the run has
     * @param lastValueAllowed whether the last value was asked for
     * @param outputs makes what takes the output of the next step
     * @param calls what takes host calls; null in a run without a grant
     * @param artifacts what takes artifacts
     */
    Transcript(
            int maxSteps,
            boolean lastValueAllowed,
            Supplier<StepOutput> outputs,
            @Nullable HostCalls calls,
            ArtifactIntake artifacts) {
        this.maxSteps = maxSteps;
        this.lastValueAllowed = lastValueAllowed;
        this.outputs = outputs;
        this.calls = calls;
        this.artifacts = artifacts;
    }

    /**
     * A step that ended.
     *
     * @param exitCode its exit code
     * @param oomKills how many of its processes the kernel killed for memory
     * @param output its output
     */
    record Step(int exitCode, int oomKills, StepOutput output) {
        boolean endedForMemory() {
            return oomKills > 0 && exitCode != 0;
        }
    }

    /**
     * The run's own end.
     *
     * @param setupFailed whether no step was run because the files could not be laid out
     * @param detail what the runner says about it
     * @param artifactsTruncated whether an artifact did not fit
     */
    record Ending(boolean setupFailed, String detail, boolean artifactsTruncated) {}

    /** Takes the next frame. */
    void accept(Frame frame) throws BrokenProtocolException {
        if (ending != null) {
            throw new BrokenProtocolException("a frame came after the end");
        }
        switch (frame.type()) {
            case 'S' -> begin(frame);
            case 'O' -> write(frame, inStep().stdout());
            case 'E' -> write(frame, inStep().stderr());
            case 'D' -> drop(frame, inStep());
            case 'V' -> takeLastValue(frame);
            case 'C' -> call(frame);
            case 'X' -> endStep(frame, inStep());
            case 'T' -> takeArtifact(frame);
            case 'Z' -> end(frame);
            default -> throw new BrokenProtocolException("a frame of an unknown type came");
        }
    }

    private StepOutput inStep() throws BrokenProtocolException {
        StepOutput output = open;
        if (output == null) {
            throw new BrokenProtocolException("a frame of a step came outside of one");
        }
        return output;
    }

    private void begin(Frame frame) throws BrokenProtocolException {
        boolean due = steps.size() < maxSteps
                && (steps.isEmpty() || steps.get(steps.size() - 1).exitCode() == 0)
                && !artifacts.hasBegun();
        if (open != null || !due || frame.length() != Integer.BYTES || frame.number(0) != steps.size()) {
            throw new BrokenProtocolException("a step began that was not due");
        }
        open = outputs.get();
    }

    private static void write(Frame frame, OutputSink sink) throws BrokenProtocolException {
        requireChunk(frame.length());
        sink.write(frame.buffer(), 0, frame.length());
    }

    private static void requireChunk(int length) throws BrokenProtocolException {
        if (length < 1 || length > MAX_CHUNK) {
            throw new BrokenProtocolException("a chunk has a size that is not allowed");
        }
    }

    private static void drop(Frame frame, StepOutput output) throws BrokenProtocolException {
        long count = frame.longNumber(1);
        byte stream = frame.buffer()[0];
        if (frame.length() != 1 + Long.BYTES || count < 1 || count > MAX_DROPPED || stream < 1 || stream > 2) {
            throw new BrokenProtocolException("a count of dropped bytes is not valid");
        }
        (stream == 1 ? output.stdout() : output.stderr()).drop(count);
    }

    private void takeLastValue(Frame frame) throws BrokenProtocolException {
        if (!lastValueAllowed || lastValue != null || open == null || frame.length() > MAX_CHUNK) {
            throw new BrokenProtocolException("a last value came that was not due");
        }
        lastValue = frame.from(0).utf8();
    }

    private void call(Frame frame) throws BrokenProtocolException {
        HostCalls taking = calls;
        if (taking == null || open == null) {
            throw new BrokenProtocolException("a host call came where none is allowed");
        }
        taking.start(frame);
    }

    private void endStep(Frame frame, StepOutput output) throws BrokenProtocolException {
        JsonNode end = RunnerJson.read(frame);
        RunnerJson.member(end, "step", steps.size(), steps.size());
        steps.add(new Step(
                RunnerJson.member(end, "exitCode", 0, 255),
                RunnerJson.member(end, "oomKills", 0, Integer.MAX_VALUE),
                output));
        open = null;
    }

    private void takeArtifact(Frame frame) throws BrokenProtocolException {
        if (open != null) {
            throw new BrokenProtocolException("an artifact came inside of a step");
        }
        requireChunk(frame.length() - Integer.BYTES);
        artifacts.take(frame.number(0), frame.buffer(), Integer.BYTES, frame.length() - Integer.BYTES);
    }

    private void end(Frame frame) throws BrokenProtocolException {
        JsonNode end = RunnerJson.read(frame);
        boolean setupFailed = switch (RunnerJson.text(end, "outcome", 32)) {
            case "completed" -> false;
            case "setup_failed" -> true;
            default -> throw new BrokenProtocolException("the run's end has no valid outcome");
        };
        JsonNode truncated = end.path("artifactsTruncated");
        if (open != null || setupFailed != steps.isEmpty() || !truncated.isBoolean() || !allStepsRan()) {
            throw new BrokenProtocolException("the run's end came before the end of its steps");
        }
        artifacts.end(end.path("artifacts"));
        ending = new Ending(setupFailed, RunnerJson.text(end, "detail", MAX_DETAIL), truncated.booleanValue());
    }

    private boolean allStepsRan() {
        return steps.isEmpty()
                || steps.size() == maxSteps
                || steps.get(steps.size() - 1).exitCode() != 0;
    }

    /** Returns the run's own end, once it came. */
    Optional<Ending> ending() {
        return Optional.ofNullable(ending);
    }

    /** Returns the steps that ended. */
    List<Step> steps() {
        return steps;
    }

    /** Returns the output of the step that began and did not end. */
    Optional<StepOutput> openStep() {
        return Optional.ofNullable(open);
    }

    /** Returns the artifacts, once the run's own end came. */
    List<Artifact> artifacts() {
        return artifacts.artifacts();
    }

    Optional<String> lastValue() {
        return Optional.ofNullable(lastValue);
    }
}
