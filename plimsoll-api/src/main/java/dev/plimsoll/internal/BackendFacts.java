package dev.plimsoll.internal;

import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.SandboxBackend;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a backend says about itself once and for all: asked when the sandbox is opened, so that no run meets another answer.
 *
 * @param capabilities what it can do
 * @param memory how much memory a run can have
 * @param totalMemoryBytes how much memory all runs can have; empty if it knows no bound
 */
public record BackendFacts(Set<Capability> capabilities, MemoryBounds memory, OptionalLong totalMemoryBytes) {
    /** Copies the set. */
    public BackendFacts {
        capabilities = Set.copyOf(capabilities);
    }

    /**
     * Asks a backend.
     *
     * @throws ProviderUnavailableException if it does not answer
     */
    static BackendFacts of(SandboxBackend backend, String id) {
        return new BackendFacts(
                ProviderLoader.stated(backend.capabilities(), "capabilities()", backend, id),
                ProviderLoader.stated(backend.memoryBounds(), "memoryBounds()", backend, id),
                ProviderLoader.stated(backend.totalMemoryBytes(), "totalMemoryBytes()", backend, id));
    }
}
