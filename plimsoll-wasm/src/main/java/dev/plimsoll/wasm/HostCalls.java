package dev.plimsoll.wasm;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.HostApi;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one run: those that wait for their turn, those that the host works on, and the replies that wait for the
 * guest. Thread-safe.
 *
 * <p>A guest fills no more of the application's heap than the two bounds say, whatever it calls and however late it takes
 * its replies: a call has its place until then.
 */
final class HostCalls {
    /** Calls that have started and whose reply the guest has not taken: as many as the broker serves at once. */
    static final int MAX_STARTED = 16;

    /** Calls that wait for a place among the started ones. */
    static final int MAX_WAITING = 1_024;

    /** What the envelopes of those may have together. */
    static final int MAX_WAITING_BYTES = 8 << 20;

    private final HostApi api;
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private final ArrayDeque<Reply> replies = new ArrayDeque<>();
    private long waitingBytes;
    private int started;
    private boolean woken;

    HostCalls(HostApi api) {
        this.api = api;
    }

    private record Call(int id, Bytes envelope) {}

    /** A reply, or why there is none. */
    record Reply(int id, Bytes text, boolean failed) {}

    /** Takes a call, and starts it when there is a place; false: it is too long, or one too many. */
    boolean take(int id, byte[] envelope) {
        if (envelope.length > api.maxEnvelopeBytes()) {
            return false;
        }
        Call call = new Call(id, Bytes.copyOf(envelope));
        synchronized (this) {
            if (started == MAX_STARTED) {
                if (waiting.size() == MAX_WAITING || waitingBytes + envelope.length > MAX_WAITING_BYTES) {
                    return false;
                }
                waiting.addLast(call);
                waitingBytes += envelope.length;
                return true;
            }
            started++;
        }
        start(call);
        return true;
    }

    /** Not under the lock: what the broker does here is its own business. */
    private void start(Call call) {
        try {
            var unused = api.call(call.envelope).handle((text, failure) -> {
                boolean usable = failure == null && text != null && text.length() <= api.maxReplyBytes();
                reply(usable ? new Reply(call.id, text, false) : failed(call));
                return true;
            });
        } catch (Throwable e) { // the engine's frames are below: nothing of the host's may pass through them
            reply(failed(call));
        }
    }

    private static Reply failed(Call call) {
        return new Reply(call.id, Bytes.utf8("the call failed in the broker"), true);
    }

    private synchronized void reply(Reply reply) {
        replies.addLast(reply);
        notifyAll();
    }

    /** Takes the next reply, if there is one, and starts the call that waited for its place. */
    @Nullable Reply poll() {
        Reply reply;
        Call next;
        synchronized (this) {
            reply = replies.pollFirst();
            if (reply == null) {
                return null;
            }
            next = waiting.pollFirst();
            if (next == null) {
                started--;
            } else {
                waitingBytes -= next.envelope.length();
            }
        }
        if (next != null) {
            start(next);
        }
        return reply;
    }

    /** Tells whether a reply is there or to come. */
    synchronized boolean arePending() {
        return started > 0;
    }

    /** Waits for a reply, a wake-up or the time to pass. */
    synchronized void await(long nanos) throws InterruptedException {
        if (replies.isEmpty() && !woken) {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        }
    }

    /** Ends the waiting, now and later. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }
}
