package dev.plimsoll.wasm;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.HostApi;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The calls of one run that are under way, and the replies that wait for the guest. Thread-safe. */
final class HostCalls {
    /** Far above what the broker serves at once, and far below what would fill the heap with waiting envelopes. */
    private static final int MAX_PENDING = 1_024;

    private final HostApi api;
    private final ArrayDeque<Reply> replies = new ArrayDeque<>();
    private int pending;
    private boolean woken;

    HostCalls(HostApi api) {
        this.api = api;
    }

    /** A reply, or why there is none. */
    record Reply(int id, Bytes text, boolean failed) {}

    /** Starts a call; one that is too long, or one too many, is answered with an error at once. */
    boolean start(int id, byte[] envelope) {
        synchronized (this) {
            if (envelope.length > api.maxEnvelopeBytes() || pending >= MAX_PENDING) {
                String why = envelope.length > api.maxEnvelopeBytes()
                        ? "the call is larger than " + api.maxEnvelopeBytes() + " bytes"
                        : "more than " + MAX_PENDING + " calls are waiting";
                pending++;
                reply(id, Bytes.utf8(why), true);
                return true;
            }
            pending++;
        }
        var unused = api.call(Bytes.copyOf(envelope)).handle((text, failure) -> {
            boolean usable = failure == null && text != null && text.length() <= api.maxReplyBytes();
            reply(id, usable ? text : Bytes.utf8("the call failed in the broker"), !usable);
            return true;
        });
        return true;
    }

    private synchronized void reply(int id, Bytes text, boolean failed) {
        replies.addLast(new Reply(id, text, failed));
        notifyAll();
    }

    /** Takes the next reply, if there is one. */
    synchronized @Nullable Reply poll() {
        Reply reply = replies.pollFirst();
        if (reply != null) {
            pending--;
        }
        return reply;
    }

    /** Tells whether a reply is there or to come. */
    synchronized boolean arePending() {
        return pending > 0;
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
