package dev.plimsoll.testkit;

import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps the backend that a provider makes, so that a test can call it directly. */
final class BackendCapture implements SandboxProvider {
    private final SandboxProvider provider;
    private @Nullable SandboxBackend backend;

    BackendCapture(SandboxProvider provider) {
        this.provider = provider;
    }

    SandboxBackend backend() {
        return Objects.requireNonNull(backend, "no sandbox was opened with this provider");
    }

    @Override
    public String id() {
        return provider.id();
    }

    @Override
    public int spiVersion() {
        return provider.spiVersion();
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        SandboxBackend made = provider.create(options);
        backend = made;
        return made;
    }
}
