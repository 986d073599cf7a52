package dev.plimsoll.broker;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The broker as a backend uses it, without a guest: envelopes in, replies out. */
final class DirectCalls implements AutoCloseable {
    private final BrokerSession session;
    private final HostApi api;

    DirectCalls(Grant grant) {
        this(grant, Duration.ofMinutes(2));
    }

    DirectCalls(Grant grant, Duration budget) {
        this(new HttpBroker(), grant, budget);
    }

    DirectCalls(HttpBroker broker, Grant grant, Duration budget) {
        try {
            session = broker.open(opening(grant, budget));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        api = session.start(Deadline.after(budget));
    }

    static BrokerOpening opening(Grant grant, Duration budget) {
        return new BrokerOpening(grant, Optional.empty(), budget, new RequestId(4, 7), Clock.systemUTC());
    }

    HostApi api() {
        return api;
    }

    CompletableFuture<Bytes> start(String envelope) {
        return api.call(Bytes.utf8(envelope));
    }

    /** Returns the reply's JSON. */
    String send(String envelope) {
        return reply(start(envelope));
    }

    static String reply(CompletableFuture<Bytes> call) {
        try {
            return call.get(60, TimeUnit.SECONDS).utf8();
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("a call has to have a reply", e);
        }
    }

    String get(String path) {
        return send("{\"method\":\"GET\",\"path\":\"" + path + "\"}");
    }

    CallTrace trace() {
        return session.trace();
    }

    @Override
    public void close() {
        session.close();
    }

    static String refused(int status, String text) {
        return "{\"status\":" + status + ",\"error\":\"" + text + "\"}";
    }

    static String answered(int status, String type, String body) {
        return "{\"status\":" + status + ",\"type\":\"" + type + "\",\"body\":\"" + body.replace("\"", "\\\"") + "\"}";
    }
}
