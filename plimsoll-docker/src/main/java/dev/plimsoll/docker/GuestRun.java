package dev.plimsoll.docker;

import com.github.dockerjava.api.exception.DockerException;
import dev.plimsoll.docker.internal.engine.EngineFault;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.StepOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run in one container, from taking it to removing it: what snippets and projects have in common. */
final class GuestRun {
    /** How long after the run's deadline the engine may still take to say how a container ended that ended by itself. */
    private static final Duration AUTOPSY = Duration.ofSeconds(3);

    private final Engine engine;
    private final ContainerSource source;
    private final Optional<DockerBackend.Proof> proof;
    private final Runnable onOtherKernel;

    /**
     * Makes what runs.
     *
     * @param proof what was seen of the wall; empty while nothing is known
     * @param onOtherKernel called when a container has another kernel than the proof's
     */
    GuestRun(Engine engine, ContainerSource source, Optional<DockerBackend.Proof> proof, Runnable onOtherKernel) {
        this.engine = engine;
        this.source = source;
        this.proof = proof;
        this.onOtherKernel = onOtherKernel;
    }

    /** How a run ended, as the provider itself knows it. */
    enum Kind {
        /** The runner said so. */
        ENDED,
        /** The deadline ended it. */
        TIMED_OUT,
        /** The kernel killed the container for memory. */
        OUT_OF_MEMORY,
        /** The container ended before its runner said so. */
        DIED,
        /** What came from inside was not what the runner sends. */
        BROKEN
    }

    /**
     * How a run ended.
     *
     * @param kind in which way
     * @param exitCode the container's exit code if it died, else 0
     * @param kernel the kernel that the runner saw
     * @param transcript what the runner said until then
     */
    record Finish(Kind kind, int exitCode, String kernel, Transcript transcript) {}

    /** What is particular to a kind of run. */
    record Plan(
            RunMessage message, int steps, boolean lastValue, Supplier<StepOutput> outputs, List<String> artifacts) {}

    /** Runs to the end; nothing of the run is left when it returns or throws. */
    Finish run(Dispatch<?> dispatch, Plan plan) throws InterruptedException {
        Optional<Container> taken = take(dispatch);
        if (taken.isEmpty()) {
            return new Finish(Kind.TIMED_OUT, 0, "", transcript(dispatch, plan, null));
        }
        try (Container container = taken.get();
                HostCalls calls = dispatch.hostApi()
                        .map(api -> new HostCalls(api, container.writer()))
                        .orElse(null)) {
            requireProvenKernel(dispatch, container);
            dispatch.hostApi().ifPresent(api -> container.reader().allowCalls(api.maxEnvelopeBytes()));
            return converse(dispatch, plan.message(), container, transcript(dispatch, plan, calls));
        }
    }

    private static Transcript transcript(Dispatch<?> dispatch, Plan plan, @Nullable HostCalls calls) {
        return new Transcript(
                plan.steps(),
                plan.lastValue(),
                plan.outputs(),
                calls,
                new ArtifactIntake(plan.artifacts(), dispatch.limits().artifactBytes()));
    }

    /** Returns a container that is ready; none if the engine answers and the deadline passed all the same. */
    private Optional<Container> take(Dispatch<?> dispatch) throws InterruptedException {
        ContainerSpec.Sizes sizes = new ContainerSpec.Sizes(
                dispatch.limits().memoryBytes(), dispatch.limits().maxProcesses());
        try {
            return Optional.of(source.take(sizes, dispatch.deadline()));
        } catch (EngineFault e) {
            return switch (e.kind()) {
                case INTERRUPTED -> throw interrupted(e);
                case NO_ANSWER -> {
                    if (engine.answers()) {
                        yield Optional.empty();
                    }
                    throw refusal(dispatch, "the engine does not answer; see whether it is well", e);
                }
                case UNREACHABLE, BROKEN ->
                    throw refusal(dispatch, e.getMessage() + "; see whether it is there and you may use it", e);
            };
        } catch (DockerException e) {
            throw refusal(dispatch, "the engine did not start a container (status " + e.getHttpStatus() + ")", e);
        } catch (IOException e) {
            throw refusal(
                    dispatch,
                    "the runner in the image did not start; more memory or another build of the image may help",
                    e);
        }
    }

    private static NotDispatchedException refusal(Dispatch<?> dispatch, String message, Exception cause) {
        return dispatch.refusal(RefusalReason.CAPACITY, "nothing ran: " + message, cause);
    }

    /** Takes the flag, as who throws this has to. */
    private static InterruptedException interrupted(EngineFault cause) {
        boolean unused = Thread.interrupted();
        InterruptedException e = new InterruptedException("the run was interrupted");
        e.initCause(cause);
        return e;
    }

    private void requireProvenKernel(Dispatch<?> dispatch, Container container) {
        if (proof.isPresent() && !proof.get().kernel().equals(container.kernel())) {
            onOtherKernel.run();
            throw dispatch.refusal(
                    RefusalReason.ISOLATION,
                    "nothing ran: the container has another kernel than the one that the wall was proven on; the"
                            + " engine's runtime was changed, so open the sandbox again",
                    null);
        }
    }

    private Finish converse(Dispatch<?> dispatch, RunMessage message, Container container, Transcript transcript)
            throws InterruptedException {
        try {
            message.writeTo(container.writer());
            while (transcript.ending().isEmpty()) {
                Frame frame = container.reader().next();
                if (frame == null) {
                    return autopsy(dispatch, container, transcript);
                }
                transcript.accept(frame);
            }
            return new Finish(Kind.ENDED, 0, container.kernel(), transcript);
        } catch (BrokenProtocolException e) {
            return new Finish(Kind.BROKEN, 0, container.kernel(), transcript);
        } catch (IOException e) {
            EngineFault fault = container.fault(e);
            return switch (fault.kind()) {
                case INTERRUPTED -> throw interrupted(fault);
                case NO_ANSWER -> new Finish(Kind.TIMED_OUT, 0, container.kernel(), transcript);
                case UNREACHABLE, BROKEN -> autopsy(dispatch, container, transcript);
            };
        }
    }

    /** The stream ended and we did not end it: the engine knows why. */
    private Finish autopsy(Dispatch<?> dispatch, Container container, Transcript transcript)
            throws InterruptedException {
        try {
            Container.End end = container.awaitEnd(
                    Deadline.after(dispatch.deadline().remaining().plus(AUTOPSY)));
            Kind kind = end.outOfMemory() || wasKilledFromOutside(end) ? Kind.OUT_OF_MEMORY : Kind.DIED;
            return new Finish(kind, end.exitCode(), container.kernel(), transcript);
        } catch (EngineFault e) {
            if (e.kind() == EngineFault.Kind.INTERRUPTED) {
                throw interrupted(e);
            }
            if (dispatch.deadline().isExpired()) {
                return new Finish(Kind.TIMED_OUT, 0, container.kernel(), transcript);
            }
            throw e;
        }
    }

    /**
     * Memory ends a gVisor sandbox by a kill of the whole of it, which the engine at times does not hear the reason of. A
     * guest that kills its own init looks the same from outside: that is a lie about its own run.
     */
    private boolean wasKilledFromOutside(Container.End end) {
        return end.exitCode() == ProgramOutcome.EXIT_MEMORY_EXCEEDED
                && proof.filter(seen -> seen.isolation() == Isolation.KERNEL).isPresent();
    }
}
