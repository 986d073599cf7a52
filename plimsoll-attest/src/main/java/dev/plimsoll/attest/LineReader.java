package dev.plimsoll.attest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads lines that end with a line feed, one at a time, and none longer than a bound. Not thread-safe. */
final class LineReader {
    private static final int BLOCK_BYTES = 64 << 10;

    private final InputStream in;
    private final int maxLineBytes;
    private final byte[] block = new byte[BLOCK_BYTES];
    private int at;
    private int end;
    private long lines;
    private long bytes;
    private long tornBytes;

    LineReader(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
    }

    /** Returns the next line without its end; null when no whole line is left. */
    byte @Nullable [] next() throws IOException {
        byte[] line = new byte[0];
        int length = 0;
        while (true) {
            if (at == end) {
                at = 0;
                end = Math.max(0, in.read(block));
                if (end == 0) {
                    tornBytes = length;
                    return null;
                }
            }
            int feed = at;
            while (feed < end && block[feed] != '\n') {
                feed++;
            }
            int found = feed - at;
            if (found > maxLineBytes - length) {
                throw new BundleRefusedException(
                        lines + 1,
                        BundleDefect.LINE_TOO_LONG,
                        "it is longer than the bound of " + maxLineBytes + " bytes",
                        null);
            }
            if (length + found > line.length) {
                line = Arrays.copyOf(line, (int) Math.min(maxLineBytes, Math.max(length + found, line.length * 2L)));
            }
            System.arraycopy(block, at, line, length, found);
            length += found;
            at = Math.min(end, feed + 1);
            if (feed < end) {
                lines++;
                bytes += length + 1L;
                return length == line.length ? line : Arrays.copyOf(line, length);
            }
        }
    }

    /** Returns how many bytes the whole lines have that were read so far, with their ends. */
    long bytes() {
        return bytes;
    }

    /** Returns how many bytes follow the last whole line, known when {@link #next()} has returned null. */
    long tornBytes() {
        return tornBytes;
    }
}
