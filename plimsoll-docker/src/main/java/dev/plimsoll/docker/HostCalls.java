package dev.plimsoll.docker;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.HostApi;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host calls of one run. Replies are written by a thread of the run's own: a guest that does not read them blocks that
 * thread until the run ends, and neither the broker nor the reader of its output. Thread-safe.
 *
 * <p>A guest fills no more of the application's heap than the bounds say, whatever it calls and however late it takes its
 * replies: a call has its place until its reply is written.
 */
final class HostCalls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostCalls.class);

    /** Calls that have started and whose reply is not written: as many as the broker serves at once. */
    static final int MAX_STARTED = 16;

    /** What the envelopes of the calls that wait for such a place may have together; those beyond fail. */
    static final int MAX_WAITING_BYTES = 8 << 20;

    private static final int MAX_PENDING = 1_024;
    private static final int CALL_ID = Integer.BYTES;

    private final HostApi api;
    private final FrameWriter writer;
    private final Set<Integer> pending = new HashSet<>();
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    /** At most as many as there are calls pending; those that hold more than a few words, as many as have started. */
    private final LinkedBlockingQueue<Reply> replies = new LinkedBlockingQueue<>();

    private long waitingBytes;
    private int started;
    private @Nullable Thread thread;

    HostCalls(HostApi api, FrameWriter writer) {
        this.api = api;
        this.writer = writer;
    }

    private record Call(int id, Bytes envelope) {}

    private record Reply(int call, boolean hadPlace, boolean failed, Bytes text) {}

    /** Takes the call of a frame {@code C}, and starts it when there is a place. */
    void start(Frame frame) throws BrokenProtocolException {
        frame.requireLength(CALL_ID + 1);
        Call call = new Call(frame.number(0), frame.from(CALL_ID));
        int length = call.envelope.length();
        if (length > api.maxEnvelopeBytes()) {
            throw new BrokenProtocolException("a host call is too long");
        }
        synchronized (this) {
            if (pending.size() >= MAX_PENDING || !pending.add(call.id)) {
                throw new BrokenProtocolException("there are too many host calls, or two with one id");
            }
            startThread();
            if (started == MAX_STARTED) {
                if (waitingBytes + length > MAX_WAITING_BYTES) {
                    replies.add(new Reply(call.id, false, true, Bytes.utf8("too much is waiting to be sent")));
                } else {
                    waiting.addLast(call);
                    waitingBytes += length;
                }
                return;
            }
            started++;
        }
        begin(call);
    }

    /** Not under the lock: what the broker does here is its own business. */
    private void begin(Call call) {
        try {
            var unused = api.call(call.envelope).handle((text, failure) -> {
                boolean usable = failure == null && text != null && text.length() <= api.maxReplyBytes();
                return replies.add(usable ? new Reply(call.id, true, false, text) : failed(call));
            });
        } catch (Throwable e) { // nothing of the broker's may pass through the reader of the guest's output
            replies.add(failed(call));
        }
    }

    private static Reply failed(Call call) {
        return new Reply(call.id, true, true, Bytes.utf8("the call failed in the broker"));
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
                if (reply.hadPlace()) {
                    handOnPlace();
                }
            }
        } catch (InterruptedException e) {
            LOG.trace("the run is over");
        } catch (IOException e) { // the reader of the same connection learns it too, and says what it means
            LOG.debug("a reply could not be written: {}", e.toString());
        }
    }

    private void handOnPlace() {
        Call next;
        synchronized (this) {
            next = waiting.pollFirst();
            if (next == null) {
                started--;
                return;
            }
            waitingBytes -= next.envelope.length();
        }
        begin(next);
    }

    /** Ends the thread. The broker session, which the sandbox closes, ends the calls. */
    @Override
    public void close() {
        Thread writing;
        synchronized (this) {
            writing = thread;
        }
        if (writing != null) {
            writing.interrupt();
        }
    }
}
