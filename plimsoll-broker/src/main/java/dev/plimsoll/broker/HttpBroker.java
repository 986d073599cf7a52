package dev.plimsoll.broker;

import dev.plimsoll.grant.Route;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.HostApiBroker;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /** What APIs have beyond what is granted, by base URL. */
    private final Map<URI, List<Route>> catalogs;

    /** Makes the broker; connects to nothing. */
    public HttpBroker() {
        this(new OkHttpClient(), System::nanoTime);
    }

    HttpBroker(OkHttpClient base, LongSupplier nanoTime) {
        this(base, nanoTime, Map.of());
    }

    private HttpBroker(OkHttpClient base, LongSupplier nanoTime, Map<URI, List<Route>> catalogs) {
        this.base = base;
        this.nanoTime = nanoTime;
        this.catalogs = Map.copyOf(catalogs);
    }

    /**
     * Returns a broker that knows which routes an API has, granted or not, and names those that a run could have used in its
     * advice. It grants nothing. Give it to {@code SandboxBuilder.broker}.
     *
     * @param baseUrl the API, as its grants name it
     * @param routes its routes, in place of what was said of this API before
     */
    public HttpBroker withCatalog(URI baseUrl, List<Route> routes) {
        Map<URI, List<Route>> all = new HashMap<>(catalogs);
        all.put(Objects.requireNonNull(baseUrl, "baseUrl"), List.copyOf(routes));
        return new HttpBroker(base, nanoTime, all);
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public BrokerSession open(BrokerOpening opening) throws InterruptedException {
        List<Route> catalog = catalogs.getOrDefault(opening.grant().baseUrl(), List.of());
        return new RunSession(opening, Credential.mint(opening), base, nanoTime, catalog);
    }
}
