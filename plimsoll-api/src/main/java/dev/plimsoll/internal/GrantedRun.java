package dev.plimsoll.internal;

import dev.plimsoll.error.PermissionRefusedException;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker's part of one run, kept from doing harm when it fails. For one thread.
 *
 * <p>What a broker throws is not passed on and not logged: it might hold a credential. Its class is named.
 */
final class GrantedRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GrantedRun.class);

    private final BrokerSession session;
    private final RequestId id;
    private volatile boolean called;
    private boolean closed;

    GrantedRun(BrokerSession session, RequestId id) {
        this.session = session;
        this.id = id;
    }

    /** Starts serving; nothing was handed over yet. */
    HostApi start(Deadline deadline) {
        try {
            return new NotingApi(Objects.requireNonNull(session.start(deadline), "host API"));
        } catch (Throwable e) { // the wall between a broker and the application
            throw new PermissionRefusedException(
                    "nothing ran: the broker could not be started ("
                            + e.getClass().getName() + ")",
                    id);
        }
    }

    /** Tells whether a call was begun: then something ran. */
    boolean hasCalled() {
        return called;
    }

    /**
     * The broker's, with a note that it was called. What does not change in a run is read before it, so that a broker that
     * cannot say it fails while nothing ran, and not on the thread that brings a reply.
     */
    private final class NotingApi implements HostApi {
        private final HostApi api;
        private final String clientScript;
        private final String pythonModule;
        private final int maxEnvelopeBytes;
        private final int maxReplyBytes;

        NotingApi(HostApi api) {
            this.api = api;
            this.clientScript = Objects.requireNonNull(api.clientScript(), "client script");
            this.pythonModule = Objects.requireNonNull(api.pythonModule(), "Python module");
            this.maxEnvelopeBytes = api.maxEnvelopeBytes();
            this.maxReplyBytes = api.maxReplyBytes();
        }

        @Override
        public String clientScript() {
            return clientScript;
        }

        @Override
        public String pythonModule() {
            return pythonModule;
        }

        @Override
        public int maxEnvelopeBytes() {
            return maxEnvelopeBytes;
        }

        @Override
        public CompletableFuture<Bytes> call(Bytes envelope) {
            called = true;
            return api.call(envelope);
        }

        @Override
        public int maxReplyBytes() {
            return maxReplyBytes;
        }
    }

    /**
     * Ends every call and notes what was called.
     *
     * @throws IllegalStateException if the broker fails, naming the class of what it threw
     */
    void end(RunResult.Builder<?> result) {
        try {
            closed = true;
            session.close();
            result.calls(session.trace()).advice(session.advice());
        } catch (Throwable e) { // the wall between a broker and the application
            throw new IllegalStateException(
                    "the broker failed when it was ended: " + e.getClass().getName());
        }
    }

    /** Ends every call, if {@link #end} did not. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                session.close();
            } catch (Throwable e) { // the run ends with another failure, which must not be hidden
                LOG.warn("the broker failed when it was ended: {}", e.getClass().getName());
            }
        }
    }
}
