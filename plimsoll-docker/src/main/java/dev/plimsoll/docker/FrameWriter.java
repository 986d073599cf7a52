package dev.plimsoll.docker;

import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

/** Writes frames to the runner, whole ones and one after the other. Thread-safe. */
final class FrameWriter {
    private static final int HEADER = 5;

    private final OutputStream out;
    /** No monitor: a virtual thread that waits in here must not hold its carrier. */
    private final ReentrantLock lock = new ReentrantLock();

    FrameWriter(OutputStream out) {
        this.out = out;
    }

    void write(char type, Bytes payload) throws IOException {
        write(type, new byte[0], payload);
    }

    /** Writes a frame whose payload begins with fields of fixed length. */
    void write(char type, byte[] fields, Bytes rest) throws IOException {
        int length = fields.length + rest.length();
        byte[] frame = new byte[HEADER + length];
        ByteBuffer.wrap(frame).putInt(length + 1).put((byte) type).put(fields);
        rest.copyTo(0, frame, HEADER + fields.length, rest.length());
        lock.lock();
        try {
            out.write(frame, 0, frame.length);
            out.flush();
        } finally {
            lock.unlock();
        }
    }
}
