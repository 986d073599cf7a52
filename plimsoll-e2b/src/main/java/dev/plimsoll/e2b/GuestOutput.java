package dev.plimsoll.e2b;

import dev.plimsoll.e2b.internal.envd.ProcessWatch;
import dev.plimsoll.spi.OutputSink;
import java.nio.charset.StandardCharsets;

/** Takes what one process prints, as far as it may cost. The methods after the run are for the thread that waited. */
final class GuestOutput implements ProcessWatch {
    private static final int TAIL_BYTES = 8 << 10;
    /** Of a process that has called abort(), as V8 does. */
    private static final int EXIT_ABORTED = 134;
    /** What V8 says last when its heap is full. */
    private static final String HEAP_FULL = "JavaScript heap out of memory";

    private final OutputSink stdout;
    private final OutputSink stderr;
    private final TransferBudget budget;
    private final byte[] tail = new byte[TAIL_BYTES];
    private long errorBytes;

    GuestOutput(OutputSink stdout, OutputSink stderr, TransferBudget budget) {
        this.stdout = stdout;
        this.stderr = stderr;
        this.budget = budget;
    }

    @Override
    public synchronized boolean printed(boolean error, byte[] bytes) {
        (error ? stderr : stdout).write(bytes, 0, bytes.length);
        if (error) {
            for (int i = Math.max(0, bytes.length - TAIL_BYTES); i < bytes.length; i++) {
                tail[(int) ((errorBytes + i) % TAIL_BYTES)] = bytes[i];
            }
            errorBytes += bytes.length;
        }
        return budget.spend(bytes.length);
    }

    /** Says that more was printed than was taken. */
    void markTruncated() {
        stdout.markTruncated();
        stderr.markTruncated();
    }

    /** Tells whether a process has ended as V8 does when its heap is full, by the code and by the last that was printed. */
    synchronized boolean saysHeapIsFull(int exitCode) {
        if (exitCode != EXIT_ABORTED) {
            return false;
        }
        int length = (int) Math.min(errorBytes, TAIL_BYTES);
        byte[] last = new byte[length];
        for (int i = 0; i < length; i++) {
            last[i] = tail[(int) ((errorBytes - length + i) % TAIL_BYTES)];
        }
        return new String(last, StandardCharsets.ISO_8859_1).contains(HEAP_FULL);
    }
}
