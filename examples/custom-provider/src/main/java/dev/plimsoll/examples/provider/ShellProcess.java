package dev.plimsoll.examples.provider;

import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.OutputSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A shell and what it started. Not thread-safe. */
final class ShellProcess {
    private static final int BUFFER_BYTES = 8192;

    private final Process process;
    private Thread stdout = new Thread();
    private Thread stderr = new Thread();

    private ShellProcess(Process process) {
        this.process = process;
    }

    static ShellProcess start(String code) throws IOException {
        Process process = new ProcessBuilder("/bin/sh", "-c", code).start();
        process.getOutputStream().close();
        return new ShellProcess(process);
    }

    /** Waits for the end and for all output; returns false at the deadline. */
    boolean await(Dispatch<?> dispatch) throws InterruptedException {
        stdout = drain(process.getInputStream(), dispatch.stdout());
        stderr = drain(process.getErrorStream(), dispatch.stderr());
        if (!process.waitFor(dispatch.deadline().remainingNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        stdout.join();
        stderr.join();
        return true;
    }

    int exitCode() {
        return process.exitValue();
    }

    private static Thread drain(InputStream in, OutputSink sink) {
        Thread thread = new Thread(() -> copy(in, sink), "shell-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void copy(InputStream in, OutputSink sink) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (in) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                sink.write(buffer, 0, count);
            }
        } catch (IOException e) {
            sink.markTruncated(); // the stream was closed under us when the process was ended
        }
    }

    /** Ends the shell, what it started, and the threads that read from them. */
    void end() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
        try {
            process.getInputStream().close();
            process.getErrorStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        stdout.join();
        stderr.join();
    }
}
