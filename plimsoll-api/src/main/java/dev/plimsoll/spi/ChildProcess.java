package dev.plimsoll.spi;

import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Evidence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs a process of this machine as a run, for providers that start a program: a shell, an interpreter, a launcher that
 * builds a wall and starts the code behind it.
 *
 * <p>It works on the caller's thread alone. The process has no input. Its output goes to sinks, beyond their caps too. It is
 * ended at the deadline and when the thread is interrupted; whatever its end, so are its descendants, and on Linux what has
 * left them, found by a variable in its environment. <strong>It is no wall:</strong> a process that detaches itself and clears
 * its environment stays, so a launcher has to take everything it started with it when it is killed, as a namespace of
 * processes does.
 *
 * @since 0.1
 */
public final class ChildProcess {
    private static final String MARK = "PLIMSOLL_CHILD";
    private static final int MARK_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BUFFER_BYTES = 64 << 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int MOST_FAILED_READS = 100;
    private static final long MOST_CLEAN_UP_NANOS = TimeUnit.SECONDS.toNanos(10);
    /**
     * How many looks in a row have to find nobody. One is not enough: a process that is just being replaced by its program (exec) has no
     * environment for a moment, and one that was started while the others were listed is on no list.
     */
    private static final int CLEAN_LOOKS = 3;

    /** Longer than Linux lets an environment be. */
    private static final int MOST_ENVIRONMENT_BYTES = 8 << 20;

    private final Process process;
    private final String mark;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int failedReads;

    private ChildProcess(Process process, String mark) {
        this.process = process;
        this.mark = mark;
    }

    /**
     * Runs a process as a snippet or cell. That it cannot be started is this run's refusal: nothing ran.
     *
     * @param builder what to start; its environment gets one more variable
     * @param dispatch the run, whose sinks and deadline are used
     * @param evidence the wall that the process is behind
     * @throws InterruptedException if the thread was interrupted; the process is gone then
     */
    public static ProgramOutcome run(ProcessBuilder builder, Dispatch<?> dispatch, Evidence evidence)
            throws InterruptedException {
        OptionalInt exitCode;
        try {
            exitCode = run(builder, dispatch.deadline(), dispatch.stdout(), dispatch.stderr());
        } catch (IOException e) { // without its message, which names the program and its folder
            throw dispatch.refusal(RefusalReason.CAPACITY, "nothing ran: the process cannot be started", e);
        }
        return exitCode.isPresent()
                ? ProgramOutcome.exited(exitCode.getAsInt(), evidence)
                : ProgramOutcome.timedOut(evidence);
    }

    /**
     * Runs a process to its end.
     *
     * @param builder what to start; its environment gets one more variable
     * @return its exit code; empty if the deadline ended it
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the thread was interrupted; the process is gone then
     */
    public static OptionalInt run(ProcessBuilder builder, Deadline deadline, OutputSink stdout, OutputSink stderr)
            throws IOException, InterruptedException {
        byte[] random = new byte[MARK_BYTES];
        RANDOM.nextBytes(random);
        String mark = HexFormat.of().formatHex(random);
        builder.environment().put(MARK, mark);
        Process process = builder.start();
        ChildProcess child = new ChildProcess(process, mark);
        try {
            process.getOutputStream().close();
            return child.await(deadline, stdout, stderr);
        } finally {
            child.end();
        }
    }

    /** Never blocks in a read: whoever the process has left its pipes to may keep them open. */
    private OptionalInt await(Deadline deadline, OutputSink stdout, OutputSink stderr) throws InterruptedException {
        while (true) {
            boolean ended = !process.isAlive();
            boolean moved = move(process.getInputStream(), stdout);
            moved |= move(process.getErrorStream(), stderr);
            if (ended && (!moved || deadline.isExpired())) {
                return OptionalInt.of(process.exitValue());
            }
            if (deadline.isExpired()) {
                return OptionalInt.empty();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!moved) {
                process.waitFor(Math.min(PAUSE_NANOS, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
            }
        }
    }

    /** Moves what is there; returns whether it is worth looking again at once. */
    private boolean move(InputStream from, OutputSink to) {
        try {
            int available = Math.min(from.available(), buffer.length);
            int count = available > 0 ? from.read(buffer, 0, available) : 0;
            if (count > 0) {
                to.write(buffer, 0, count);
            }
            return count > 0;
        } catch (IOException e) {
            // the platform exchanges the streams of a process that has ended; a look in between fails, the next does
            // not
            failedReads++;
            if (failedReads <= MOST_FAILED_READS) {
                return true;
            }
            to.markTruncated();
            return false;
        }
    }

    private void end() {
        boolean interrupted = Thread.interrupted();
        try {
            long start = System.nanoTime();
            int cleanLooks = 0;
            while (cleanLooks < CLEAN_LOOKS) {
                List<ProcessHandle> left = left();
                cleanLooks = left.isEmpty() ? cleanLooks + 1 : 0;
                left.forEach(ProcessHandle::destroyForcibly);
                if (!left.isEmpty() && System.nanoTime() - start > MOST_CLEAN_UP_NANOS) {
                    throw new IllegalStateException("processes of the run are left that cannot be ended");
                }
                interrupted |= cleanLooks < CLEAN_LOOKS && pause();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets those that were killed go; returns whether the thread was interrupted meanwhile. */
    private boolean pause() {
        try {
            if (process.waitFor(PAUSE_NANOS, TimeUnit.NANOSECONDS)) {
                TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
            }
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private List<ProcessHandle> left() {
        Stream<ProcessHandle> family = Stream.concat(Stream.of(process.toHandle()), process.descendants());
        Stream<ProcessHandle> strays = ProcessHandle.allProcesses().filter(this::isMarked);
        return Stream.concat(family.filter(ProcessHandle::isAlive), strays).toList();
    }

    private boolean isMarked(ProcessHandle handle) {
        try (InputStream in = Files.newInputStream(Path.of("/proc", Long.toString(handle.pid()), "environ"))) {
            String environment = new String(in.readNBytes(MOST_ENVIRONMENT_BYTES), StandardCharsets.ISO_8859_1);
            return environment.contains(MARK + "=" + mark);
        } catch (IOException e) { // gone, another user's, or no Linux
            return false;
        }
    }
}
