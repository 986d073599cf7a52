package dev.plimsoll.docker;

import dev.plimsoll.run.Bytes;
import java.nio.ByteBuffer;

/** One frame from inside, over a buffer that the next frame overwrites. */
final class Frame {
    private final char type;
    private final byte[] buffer;
    private final int length;

    Frame(char type, byte[] buffer, int length) {
        this.type = type;
        this.buffer = buffer;
        this.length = length;
    }

    char type() {
        return type;
    }

    /** Returns the buffer that the payload begins. */
    byte[] buffer() {
        return buffer;
    }

    /** Returns the payload's length. */
    int length() {
        return length;
    }

    /** Takes a whole number of four bytes at an offset of the payload. */
    int number(int offset) throws BrokenProtocolException {
        requireLength(offset + Integer.BYTES);
        return ByteBuffer.wrap(buffer).getInt(offset);
    }

    /** Takes a whole number of eight bytes at an offset of the payload. */
    long longNumber(int offset) throws BrokenProtocolException {
        requireLength(offset + Long.BYTES);
        return ByteBuffer.wrap(buffer).getLong(offset);
    }

    /** Copies the payload from an offset on. */
    Bytes from(int offset) throws BrokenProtocolException {
        requireLength(offset);
        return Bytes.copyOf(buffer, offset, length - offset);
    }

    void requireLength(int least) throws BrokenProtocolException {
        if (length < least) {
            throw new BrokenProtocolException("a frame is too short");
        }
    }
}
