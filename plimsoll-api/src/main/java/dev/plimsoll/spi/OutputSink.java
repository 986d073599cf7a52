package dev.plimsoll.spi;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Output;
import java.util.Arrays;
import java.util.Objects;

/**
 * Keeps the first bytes of a stream up to a cap and counts the rest. Thread-safe.
 *
 * @since 0.1
 */
public final class OutputSink {
    private static final byte[] NOTHING = new byte[0];
    private static final int FIRST_CAPACITY = 256;

    private final int cap;
    private byte[] kept = NOTHING;
    private int length;
    private long dropped;
    private boolean truncated;

    /**
     * Makes an empty sink.
     *
     * @param cap the most bytes that are kept, 0 or more
     */
    public OutputSink(int cap) {
        if (cap < 0) {
            throw new IllegalArgumentException("the cap must not be negative");
        }
        this.cap = cap;
    }

    /** Takes bytes; they are copied. */
    public synchronized void write(byte[] source, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, source.length);
        int room = Math.min(count, cap - length);
        if (room > 0) {
            ensureCapacity(length + room);
            System.arraycopy(source, offset, kept, length, room);
            length += room;
        }
        drop(count - room);
    }

    /** Takes bytes; they are copied. */
    public void write(byte[] source) {
        write(source, 0, source.length);
    }

    /**
     * Counts bytes that the guest wrote and that were dropped on their way here.
     *
     * @param count how many, 0 or more; a sum that no longer fits stays at the most that does
     */
    public synchronized void drop(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("the count must not be negative");
        }
        if (count > 0) {
            long most = Long.MAX_VALUE - cap; // so that what was kept can be added
            dropped = count > most - dropped ? most : dropped + count;
            truncated = true;
        }
    }

    /** Says that bytes are missing that never arrived, as when a stream is given up. */
    public synchronized void markTruncated() {
        truncated = true;
    }

    /** Tells whether the cap is reached, so that whatever else comes is only counted. */
    public synchronized boolean isFull() {
        return length == cap;
    }

    /** Returns how many bytes arrived, kept or not. */
    public synchronized long received() {
        return length + dropped;
    }

    /** Tells whether anything is known of the stream: bytes, or that some are missing. */
    synchronized boolean isTouched() {
        return length > 0 || truncated;
    }

    /** Returns what was kept so far. */
    public synchronized Output toOutput() {
        if (length == 0 && !truncated) {
            return Output.empty();
        }
        return new Output(Bytes.copyOf(kept, 0, length), dropped, truncated);
    }

    private void ensureCapacity(int needed) {
        if (needed > kept.length) {
            long doubled = Math.max(FIRST_CAPACITY, 2L * kept.length);
            kept = Arrays.copyOf(kept, (int) Math.min(cap, Math.max(needed, doubled)));
        }
    }
}
