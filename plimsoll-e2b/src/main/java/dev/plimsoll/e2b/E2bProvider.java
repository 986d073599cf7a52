package dev.plimsoll.e2b;

import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Provides Firecracker microVMs at E2B, tier {@code vm}, under the id {@code e2b}. Thread-safe.
 *
 * <p>Each run has a microVM of its own, without a network, that is killed after it; opening a sandbox runs one as a test.
 * E2B charges for them. The code and its output leave this machine for E2B's.
 *
 * <p>Options: {@code apiKey} (secret; or the environment variable {@code E2B_API_KEY}), {@code template} (with Node.js 20 or
 * newer), {@code owner}, {@code maxSandboxes}, {@code createWait}, {@code transferBytes}, {@code callTimeout}, {@code
 * keepAlive}, {@code reapEvery}, {@code node}, {@code domain}, {@code apiUrl}, {@code sandboxUrl}, {@code createVersion},
 * {@code probeHost} and {@code probePort}; docs/e2b.md says what each is for and what it may be.
 *
 * @since 0.1
 */
public final class E2bProvider implements SandboxProvider {
    /** The id. */
    public static final String ID = "e2b";

    private final @Nullable E2bGuard guard;

    /** Makes the provider; does nothing else. Without a guard it refuses granted runs. */
    public E2bProvider() {
        this.guard = null;
    }

    /**
     * Makes a provider that does granted runs.
     *
     * @param guard takes the runs' host calls; the application has to expose it
     */
    public E2bProvider(E2bGuard guard) {
        this.guard = Objects.requireNonNull(guard, "guard");
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
        return new E2bBackend(E2bSettings.of(options), guard);
    }
}
