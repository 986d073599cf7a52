package dev.plimsoll.spi;

/**
 * Lets granted runs call an API with a credential that stays outside the sandbox. Found with {@link
 * java.util.ServiceLoader}, like providers; without one, a granted run is refused.
 *
 * @since 0.1
 */
public interface HostApiBroker {
    /** The version of this interface. A broker returns it from {@link #spiVersion()}; the compiler copies it in. */
    int SPI_VERSION = 1;

    /** Returns the version of this interface that the broker was built for: {@link #SPI_VERSION}, written so. */
    int spiVersion();

    /**
     * Opens the broker for one run, and mints its credential. Nothing has been dispatched yet.
     *
     * @throws dev.plimsoll.error.PermissionRefusedException if the credential cannot be had; any other exception is
     *     turned into one, and its message is not passed on
     * @throws InterruptedException if the run was cancelled meanwhile
     */
    BrokerSession open(BrokerOpening opening) throws InterruptedException;
}
