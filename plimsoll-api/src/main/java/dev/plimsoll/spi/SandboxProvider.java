package dev.plimsoll.spi;

/**
 * Makes backends that run code behind a wall. Found with {@link java.util.ServiceLoader}: implementations are public,
 * have a public constructor without parameters that does nothing, and are named in {@code module-info} as well as in
 * {@code META-INF/services}.
 *
 * @since 0.1
 */
public interface SandboxProvider {
    /** The version of this interface. A provider returns it from {@link #spiVersion()}; the compiler copies it in. */
    int SPI_VERSION = 1;

    /** Returns the id by which applications choose this provider: {@code [a-z0-9-]}, 1 to 32. Constant. */
    String id();

    /** Returns the version of this interface that the provider was built for: {@link #SPI_VERSION}, written so. */
    int spiVersion();

    /**
     * Makes a backend. Reads the options it knows; an option that nobody read is an error that names it.
     *
     * @throws IllegalArgumentException if an option is out of bounds; its message reaches the user
     * @throws dev.plimsoll.error.NotDispatchedException if the backend cannot be had now, with what to do
     */
    SandboxBackend create(ProviderOptions options);
}
