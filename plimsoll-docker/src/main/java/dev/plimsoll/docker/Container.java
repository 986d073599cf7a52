package dev.plimsoll.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.plimsoll.docker.internal.engine.Attach;
import dev.plimsoll.docker.internal.engine.EngineFault;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A started container whose runner said hello and waits to be told what to run. For one run, on one thread; any thread may
 * close it. Closing removes it, with whatever is in it.
 */
final class Container implements AutoCloseable {
    private static final int PROTOCOL = 1;
    private static final int MAX_VERSION = 512;
    private static final int KILLED = 137;
    /** How long the news of a kill for memory may be late. */
    private static final Duration OOM_NEWS = Duration.ofSeconds(1);

    private static final long OOM_POLL_MILLIS = 50;

    private final Engine engine;
    private final String name;
    private final ContainerSpec.Sizes sizes;
    private final Attach attach;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final String kernel;

    private Container(
            Engine engine, String name, ContainerSpec.Sizes sizes, Attach attach, FrameReader reader, String kernel) {
        this.engine = engine;
        this.name = name;
        this.sizes = sizes;
        this.attach = attach;
        this.reader = reader;
        this.writer = new FrameWriter(attach.stdin());
        this.kernel = kernel;
    }

    /**
     * Makes a container and waits until its runner is ready. Whatever goes wrong, nothing is left behind.
     *
     * @param reserved how long after the deadline it may still be in use, as when it waits in a pool
     * @throws EngineFault if the engine cannot be spoken to, or does not come to that point before the deadline
     * @throws BrokenProtocolException if what is in the image is not a runner of ours
     */
    static Container start(
            Engine engine, ContainerSpec spec, ContainerSpec.Sizes sizes, Deadline deadline, Duration reserved)
            throws IOException {
        String name = engine.newName();
        Attach attach = null;
        Container ready = null;
        try {
            engine.create(name, spec, sizes, deadline, reserved);
            attach = engine.connection().attach(name, deadline);
            engine.connection().client(deadline).startContainerCmd(name).exec();
            Attach opened = attach;
            FrameReader reader = new FrameReader(opened::readStdout);
            ready = new Container(engine, name, sizes, opened, reader, hello(reader, opened));
            return ready;
        } finally {
            if (ready == null) {
                if (attach != null) {
                    attach.close();
                }
                engine.remove(name);
            }
        }
    }

    private static String hello(FrameReader reader, Attach attach) throws IOException {
        Frame frame;
        try {
            frame = reader.next();
        } catch (BrokenProtocolException e) {
            throw e;
        } catch (IOException e) {
            throw attach.fault(e);
        }
        if (frame == null || frame.type() != 'H') {
            String lastWord = attach.lastWord();
            throw new BrokenProtocolException(
                    "the runner did not say hello" + (lastWord.isEmpty() ? "" : "; it said: " + lastWord));
        }
        JsonNode hello = RunnerJson.read(frame);
        RunnerJson.member(hello, "protocol", PROTOCOL, PROTOCOL);
        return hello.has("kernel") ? RunnerJson.text(hello, "kernel", MAX_VERSION) : "";
    }

    /** Returns the kernel that the runner saw before any code of a guest ran; empty if it does not say. */
    String kernel() {
        return kernel;
    }

    ContainerSpec.Sizes sizes() {
        return sizes;
    }

    FrameReader reader() {
        return reader;
    }

    FrameWriter writer() {
        return writer;
    }

    /** Says why reading or writing failed. */
    EngineFault fault(IOException cause) {
        return attach.fault(cause);
    }

    /** Moves the deadline at which reading and writing end. For the thread that uses it. */
    void limit(Deadline deadline) {
        attach.limit(deadline);
    }

    /**
     * How a container ended by itself.
     *
     * @param exitCode its exit code
     * @param outOfMemory whether the kernel killed it for memory
     */
    record End(int exitCode, boolean outOfMemory) {}

    /** Waits until the container does not run any more, and says how it ended. */
    End awaitEnd(Deadline deadline) {
        engine.connection().awaitStopped(name, deadline);
        Deadline news = Deadline.after(OOM_NEWS);
        End end = end(deadline);
        // the engine learns of the kill and of the end apart from each other, at times in this order
        while (end.exitCode() == KILLED && !end.outOfMemory() && !news.isExpired() && !deadline.isExpired()) {
            pause();
            end = end(deadline);
        }
        return end;
    }

    private End end(Deadline deadline) {
        InspectContainerResponse.ContainerState state = state(deadline);
        Long exitCode = state.getExitCodeLong();
        return new End(exitCode == null ? 0 : exitCode.intValue(), isTrue(state.getOOMKilled()));
    }

    private InspectContainerResponse.ContainerState state(Deadline deadline) {
        return engine.connection()
                .client(deadline)
                .inspectContainerCmd(name)
                .exec()
                .getState();
    }

    private static void pause() {
        try {
            Thread.sleep(OOM_POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineFault(EngineFault.Kind.INTERRUPTED, "the run was interrupted", e);
        }
    }

    /** Tells whether it is still there and running. */
    boolean isHealthy(Deadline deadline) {
        InspectContainerResponse.ContainerState state = engine.connection()
                .client(deadline)
                .inspectContainerCmd(name)
                .exec()
                .getState();
        return isTrue(state.getRunning()) && !isTrue(state.getPaused()) && !isTrue(state.getDead());
    }

    private static boolean isTrue(@Nullable Boolean value) {
        return Boolean.TRUE.equals(value);
    }

    @Override
    public void close() {
        attach.close();
        engine.remove(name);
    }
}
