package dev.plimsoll.broker;

import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.HostApiBroker;
import java.util.function.LongSupplier;
import okhttp3.OkHttpClient;

/**
 * Makes a run's granted calls over HTTP. Found by {@code ServiceLoader}; thread-safe.
 *
 * <p>Each run gets a client of its own: no proxy, no redirects, no cookies, no cache, no second attempt, the name of the
 * API's host looked up once. TLS is the platform's.
 *
 * @since 0.1
 */
public final class HttpBroker implements HostApiBroker {
    /** What every run's client begins with; kept so that the platform's trust store is read once. */
    private final OkHttpClient base;

    private final LongSupplier nanoTime;

    /** Makes the broker; connects to nothing. */
    public HttpBroker() {
        this(new OkHttpClient(), System::nanoTime);
    }

    HttpBroker(OkHttpClient base, LongSupplier nanoTime) {
        this.base = base;
        this.nanoTime = nanoTime;
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public BrokerSession open(BrokerOpening opening) throws InterruptedException {
        return new RunSession(opening, Credential.mint(opening), base, nanoTime);
    }
}
