package dev.plimsoll.e2b;

import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;

/**
 * Provides Firecracker microVMs at E2B, tier {@code vm}, under the id {@code e2b}. Thread-safe.
 *
 * @since 0.1
 */
public final class E2bProvider implements SandboxProvider {
    /** The id. */
    public static final String ID = "e2b";

    /** Makes the provider; does nothing else. */
    public E2bProvider() {
        // nothing to do: nobody is asked before a backend is created
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        return new E2bBackend(E2bSettings.of(options));
    }
}
