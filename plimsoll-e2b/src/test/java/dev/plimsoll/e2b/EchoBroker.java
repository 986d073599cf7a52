package dev.plimsoll.e2b;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import dev.plimsoll.spi.HostApiBroker;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A broker that answers each envelope with itself, and remembers it. */
final class EchoBroker implements HostApiBroker {
    final Queue<String> envelopes = new ConcurrentLinkedQueue<>();

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public BrokerSession open(BrokerOpening opening) {
        return new BrokerSession() {
            @Override
            public HostApi start(Deadline deadline) {
                return new Echo();
            }

            @Override
            public CallTrace trace() {
                return CallTrace.none();
            }

            @Override
            public void close() {
                // nothing is under way
            }
        };
    }

    final class Echo implements HostApi {
        @Override
        public String clientScript() {
            return "define('host', { call: (text) => hostCall(text) });";
        }

        @Override
        public int maxEnvelopeBytes() {
            return 1024;
        }

        @Override
        public CompletableFuture<Bytes> call(Bytes envelope) {
            envelopes.add(envelope.utf8());
            return CompletableFuture.completedFuture(Bytes.utf8("echo " + envelope.utf8()));
        }

        @Override
        public int maxReplyBytes() {
            return 2048;
        }
    }
}
