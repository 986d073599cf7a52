package dev.plimsoll.docker;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.HostApi;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host calls of one run. Replies are written by a thread of the run's own: a guest that does not read them blocks that
 * thread until the run ends, and neither the broker nor the reader of its output. Thread-safe.
 */
final class HostCalls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostCalls.class);
    private static final int MAX_PENDING = 1_024;
    private static final int CALL_ID = Integer.BYTES;

    private final HostApi api;
    private final FrameWriter writer;
    private final Set<Integer> pending = new HashSet<>();
    /** At most as many as there are calls pending. */
    private final LinkedBlockingQueue<Reply> replies = new LinkedBlockingQueue<>();

    private @Nullable Thread thread;

    HostCalls(HostApi api, FrameWriter writer) {
        this.api = api;
        this.writer = writer;
    }

    private record Reply(int call, boolean failed, Bytes text) {}

    /** Starts the call of a frame {@code C}. */
    void start(Frame frame) throws BrokenProtocolException {
        frame.requireLength(CALL_ID + 1);
        int call = frame.number(0);
        Bytes envelope = frame.from(CALL_ID);
        if (envelope.length() > api.maxEnvelopeBytes()) {
            throw new BrokenProtocolException("a host call is too long");
        }
        synchronized (this) {
            if (pending.size() >= MAX_PENDING || !pending.add(call)) {
                throw new BrokenProtocolException("there are too many host calls, or two with one id");
            }
            startThread();
        }
        var unused = api.call(envelope).handle((text, failure) -> {
            boolean usable = failure == null && text != null && text.length() <= api.maxReplyBytes();
            return replies.add(
                    usable
                            ? new Reply(call, false, text)
                            : new Reply(call, true, Bytes.utf8("the call failed in the broker")));
        });
    }

    private void startThread() {
        if (thread == null) {
            thread = new Thread(this::writeReplies, "plimsoll-docker-replies");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void writeReplies() {
        try {
            while (true) {
                Reply reply = replies.take();
                synchronized (this) {
                    pending.remove(reply.call());
                }
                byte[] fields = ByteBuffer.allocate(CALL_ID + 1)
                        .putInt(reply.call())
                        .put((byte) (reply.failed() ? 1 : 0))
                        .array();
                writer.write('A', fields, reply.text());
            }
        } catch (InterruptedException e) {
            LOG.trace("the run is over");
        } catch (IOException e) { // the reader of the same connection learns it too, and says what it means
            LOG.debug("a reply could not be written: {}", e.toString());
        }
    }

    /** Ends the thread. The broker session, which the sandbox closes, ends the calls. */
    @Override
    public void close() {
        Thread started;
        synchronized (this) {
            started = thread;
        }
        if (started != null) {
            started.interrupt();
        }
    }
}
