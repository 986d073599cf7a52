package dev.plimsoll.run;

import java.util.Objects;

/**
 * What one stream of a run carried: the bytes that were kept, and how many were dropped beyond the cap.
 *
 * <p>A cap may fall inside a multi-byte character: the bytes end where they end. Nothing is ever added to them.
 *
 * @param bytes the bytes that were kept
 * @param droppedBytes how many more came and were dropped, 0 or more; for a run that was ended because of its output
 *     this counts what had arrived by then
 * @param truncated whether bytes are missing
 * @since 0.1
 */
public record Output(Bytes bytes, long droppedBytes, boolean truncated) {
    private static final Output EMPTY = new Output(Bytes.empty(), 0, false);

    /** Checks the members. */
    public Output {
        Objects.requireNonNull(bytes, "bytes");
        if (droppedBytes < 0 || (droppedBytes > 0 && !truncated)) {
            throw new IllegalArgumentException("droppedBytes must be 0 unless the output is truncated");
        }
    }

    /** Returns a whole output. */
    public static Output of(Bytes bytes) {
        return bytes.isEmpty() ? EMPTY : new Output(bytes, 0, false);
    }

    /** Returns an output with nothing in it. */
    public static Output empty() {
        return EMPTY;
    }

    /** Decodes the bytes as UTF-8; malformed sequences become U+FFFD. */
    public String text() {
        return bytes.utf8();
    }
}
