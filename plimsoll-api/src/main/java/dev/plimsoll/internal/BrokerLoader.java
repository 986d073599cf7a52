package dev.plimsoll.internal;

import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.HostApiBroker;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Finds the broker when the first granted run asks for it. Thread-safe. */
final class BrokerLoader {
    private final @Nullable ClassLoader loader;
    private volatile @Nullable HostApiBroker broker;

    /**
     * Makes a loader.
     *
     * @param given the broker the application passed; null to look for one
     * @param loader where to look besides the class loader of this library; null for nowhere else
     */
    BrokerLoader(@Nullable HostApiBroker given, @Nullable ClassLoader loader) {
        this.broker = given;
        this.loader = loader;
    }

    /**
     * Returns the broker.
     *
     * @throws UnsupportedRunException if there is none, more than one, or it was built for another version
     */
    HostApiBroker require(RequestId requestId) {
        HostApiBroker known = broker;
        if (known == null) {
            known = find(requestId);
            broker = known; // two threads may both look: they find the same class, and brokers hold nothing yet
        }
        return known;
    }

    private HostApiBroker find(RequestId requestId) {
        ServiceDiscovery<HostApiBroker> discovery =
                ServiceDiscovery.in(ServiceLoader.load(HostApiBroker.class, BrokerLoader.class.getClassLoader()));
        if (discovery.found().isEmpty() && loader != null) {
            discovery = ServiceDiscovery.in(ServiceLoader.load(HostApiBroker.class, loader));
        }
        if (discovery.found().isEmpty()) {
            String broken = discovery.broken().isEmpty()
                    ? ""
                    : " (broken: "
                            + ServiceDiscovery.describe(discovery.broken().get(0)) + ")";
            throw new UnsupportedRunException(
                    "nothing ran: a granted run needs a broker and there is none" + broken
                            + "; add dev.plimsoll:plimsoll-broker to the application",
                    requestId);
        }
        if (discovery.found().size() > 1) {
            throw new UnsupportedRunException(
                    "nothing ran: there is more than one broker: "
                            + discovery.found().stream()
                                    .map(b -> b.getClass().getName())
                                    .toList()
                            + "; keep one, or pass the one to use to the builder",
                    requestId);
        }
        HostApiBroker found = discovery.found().get(0);
        requireSpiVersion(found, requestId);
        return found;
    }

    private static void requireSpiVersion(HostApiBroker broker, RequestId requestId) {
        String version;
        try {
            if (broker.spiVersion() == HostApiBroker.SPI_VERSION) {
                return;
            }
            version = Integer.toString(broker.spiVersion());
        } catch (RuntimeException | LinkageError e) { // as when the method is not there
            version = "unknown (" + e.getClass().getName() + ")";
        }
        throw new UnsupportedRunException(
                "nothing ran: broker " + broker.getClass().getName() + " was built for SPI version " + version
                        + ", this plimsoll-api has version " + HostApiBroker.SPI_VERSION
                        + "; use the plimsoll-bom so that all artifacts have one version",
                requestId);
    }
}
