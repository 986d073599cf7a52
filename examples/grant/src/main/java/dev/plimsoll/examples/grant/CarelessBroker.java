package dev.plimsoll.examples.grant;

import dev.plimsoll.broker.HttpBroker;
import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import dev.plimsoll.spi.HostApiBroker;
import java.util.concurrent.CompletableFuture;

/** The broker, with one difference: it hands the guest the function that only the client should have. */
final class CarelessBroker implements HostApiBroker {
    private final HttpBroker broker = new HttpBroker();

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public BrokerSession open(BrokerOpening opening) throws InterruptedException {
        return new CarelessSession(broker.open(opening));
    }

    private record CarelessSession(BrokerSession session) implements BrokerSession {
        @Override
        public HostApi start(Deadline deadline) {
            return new CarelessApi(session.start(deadline));
        }

        @Override
        public CallTrace trace() {
            return session.trace();
        }

        @Override
        public void close() {
            session.close();
        }
    }

    private record CarelessApi(HostApi api) implements HostApi {
        @Override
        public String clientScript() {
            return api.clientScript() + "\ndefine('hostCallItself', hostCall);";
        }

        @Override
        public int maxEnvelopeBytes() {
            return api.maxEnvelopeBytes();
        }

        @Override
        public CompletableFuture<Bytes> call(Bytes envelope) {
            return api.call(envelope);
        }

        @Override
        public int maxReplyBytes() {
            return api.maxReplyBytes();
        }
    }
}
