package dev.plimsoll.docker.internal.engine;

import dev.plimsoll.spi.Deadline;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The standard streams of a container, over one connection that the engine hands over. The engine sends them in packets:
 * a stream's number, three zero bytes, a length (4 bytes), and so many bytes.
 *
 * <p>One thread may read while another writes. Ends at the deadline it was opened with.
 */
public final class Attach implements Closeable {
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int OK = 200;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int HEADER = 8;
    /** As much of stderr as is kept: a last word of the runner about itself. */
    private static final int MAX_LAST_WORD = 2048;

    private final EngineChannel channel;
    private final InputStream packets;
    private final byte[] lastWord = new byte[MAX_LAST_WORD];
    private int lastWordLength;
    private long left;
    private int stream;

    private Attach(EngineChannel channel, InputStream packets) {
        this.channel = channel;
        this.packets = packets;
    }

    /** Attaches; when it returns, nothing that the container prints from now on is lost. */
    static Attach open(EngineChannel channel, String apiVersion, String container) {
        boolean attached = false;
        try {
            HttpExchange exchange = HttpExchange.send(
                    channel,
                    "POST",
                    "/v" + apiVersion + "/containers/" + container + "/attach?stream=1&stdin=1&stdout=1&stderr=1",
                    Map.of("Connection", "Upgrade", "Upgrade", "tcp"),
                    new byte[0]);
            if (exchange.status() != SWITCHING_PROTOCOLS && exchange.status() != OK) {
                throw new IOException("it answered " + exchange.status() + " to an attach");
            }
            attached = true;
            return new Attach(channel, exchange.status() == OK ? channel.in() : exchange.body());
        } catch (IOException e) {
            throw channel.fault(e);
        } finally {
            if (!attached) {
                channel.close();
            }
        }
    }

    /** Returns what feeds the container's standard input. Unbuffered; each write goes out at once. */
    public OutputStream stdin() {
        return channel.out();
    }

    /** Reads exactly so many bytes of the container's standard output, or returns false if it ended before the first. */
    public boolean readStdout(byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (left == 0 && !nextPacket()) {
                if (done == 0) {
                    return false;
                }
                throw new EOFException("the container's output ended in the middle of a frame");
            }
            int wanted = (int) Math.min(left, stream == STDOUT ? length - done : Integer.MAX_VALUE);
            if (stream == STDOUT) {
                int read = packets.readNBytes(target, offset + done, wanted);
                left -= read;
                done += read;
                requireAll(read, wanted);
            } else {
                skipStderr();
            }
        }
        return true;
    }

    private boolean nextPacket() throws IOException {
        byte[] header = packets.readNBytes(HEADER);
        if (header.length < HEADER) {
            return false;
        }
        stream = header[0];
        if ((stream != STDOUT && stream != STDERR) || header[1] != 0 || header[2] != 0 || header[3] != 0) {
            throw new IOException("the engine sent something else than a container's streams");
        }
        left = Integer.toUnsignedLong(ByteBuffer.wrap(header).getInt(4));
        return true;
    }

    private void skipStderr() throws IOException {
        byte[] some = new byte[(int) Math.min(left, 4096)];
        int read = packets.readNBytes(some, 0, some.length);
        int kept = Math.min(read, MAX_LAST_WORD - lastWordLength);
        System.arraycopy(some, 0, lastWord, lastWordLength, kept);
        lastWordLength += kept;
        left -= read;
        requireAll(read, some.length);
    }

    private static void requireAll(int read, int wanted) throws EOFException {
        if (read < wanted) {
            throw new EOFException("the container's output ended in the middle of a packet");
        }
    }

    /** Returns what the runner said on standard error about itself so far, printable and short. For the reading thread. */
    public String lastWord() {
        return new String(lastWord, 0, lastWordLength, StandardCharsets.UTF_8)
                .replaceAll("[^ -~]+", " ")
                .strip();
    }

    /** Moves the deadline. For the thread that uses the connection. */
    public void limit(Deadline deadline) {
        channel.limit(deadline);
    }

    /** Says why reading or writing failed. */
    public EngineFault fault(IOException cause) {
        return channel.fault(cause);
    }

    @Override
    public void close() {
        channel.close();
    }
}
