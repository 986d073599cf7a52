package dev.plimsoll.internal;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import java.util.Set;

/** What a sandbox has for which nobody chose a provider: it can do nothing, so that every run is refused. */
public final class DisabledBackend implements SandboxBackend, SandboxProvider {
    /** The id. */
    public static final String ID = "disabled";

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
        return this;
    }

    @Override
    public Evidence evidence() {
        return Evidence.of(Isolation.NONE, "");
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public void close() {
        // nothing was opened
    }
}
