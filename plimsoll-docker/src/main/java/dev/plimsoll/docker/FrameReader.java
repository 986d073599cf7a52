package dev.plimsoll.docker;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the runner's frames: a length (4 bytes, big-endian), a type (1 byte), a payload. The writer is hostile: no length
 * is believed before it is compared with the most that such a frame may have. For one thread.
 */
final class FrameReader {
    private static final int HEADER = 5;
    /** The most that {@code length} may be, and so one more than the longest payload. */
    private static final int MAX_LENGTH = 65_552;

    private static final int CALL_HEADER = 5;

    /** Where bytes come from. */
    interface Source {
        /** Reads exactly so many bytes, or returns false if the stream ended before the first. */
        boolean read(byte[] target, int offset, int length) throws IOException;
    }

    private final Source source;
    private final byte[] header = new byte[HEADER];
    private byte[] payload = new byte[4096];
    private int maxCallLength;

    FrameReader(Source source) {
        this.source = source;
    }

    /** Lets host calls in, with envelopes of so many bytes at most. */
    void allowCalls(int maxEnvelopeBytes) {
        maxCallLength = Math.addExact(maxEnvelopeBytes, CALL_HEADER);
    }

    /** Returns the next frame, valid until the next call; null when the stream ended between two frames. */
    @Nullable Frame next() throws IOException {
        if (!source.read(header, 0, HEADER)) {
            return null;
        }
        int length = ByteBuffer.wrap(header).getInt();
        char type = (char) (header[HEADER - 1] & 0xff);
        int most = type == 'C' ? maxCallLength : MAX_LENGTH;
        if (length < 1 || length > most) {
            throw new BrokenProtocolException("a frame has a length that is not allowed");
        }
        int size = length - 1;
        if (payload.length < size) {
            payload = new byte[Math.max(size, Math.min(most, 2 * payload.length))];
        }
        if (size > 0 && !source.read(payload, 0, size)) {
            throw new EOFException("the stream ended in the middle of a frame");
        }
        return new Frame(type, payload, size);
    }
}
