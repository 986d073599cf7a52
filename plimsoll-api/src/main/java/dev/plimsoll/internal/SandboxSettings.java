package dev.plimsoll.internal;

import dev.plimsoll.grant.GrantProfiles;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.observe.RunListener;
import dev.plimsoll.run.Limits;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.spi.HostApiBroker;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.RunLimits;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a sandbox was built with, checked.
 *
 * @param provider the id of the provider
 * @param limits the bounds
 * @param floor the floor for all runs
 * @param concurrency how many runs may happen at once
 * @param totalMemoryBytes how much memory all runs may have; null for the backend's own bound
 * @param admissionWait how long a run waits for a slot
 * @param providerGrace how long beyond the deadline a provider may take to return
 * @param clock tells the times in records
 * @param listeners are told of every run
 * @param grantProfiles knows grants by name; null for none
 * @param broker the broker; null to look for one
 * @param classLoader where to look besides the class loader of this library; null for nowhere else
 */
public record SandboxSettings(
        String provider,
        Limits limits,
        Isolation floor,
        int concurrency,
        @Nullable Long totalMemoryBytes,
        Duration admissionWait,
        Duration providerGrace,
        Clock clock,
        List<RunListener> listeners,
        @Nullable GrantProfiles grantProfiles,
        @Nullable HostApiBroker broker,
        @Nullable ClassLoader classLoader) {

    /** Copies the list. */
    public SandboxSettings {
        listeners = List.copyOf(listeners);
    }

    boolean isDisabled() {
        return provider.equals(DisabledBackend.ID);
    }

    Optional<GrantProfiles> profiles() {
        return Optional.ofNullable(grantProfiles);
    }

    long memoryBytes(RunRequest request, MemoryBounds bounds) {
        return request.memoryBytes().orElseGet(() -> standardMemory(bounds));
    }

    /** The sandbox's default where the backend can give it, else the backend's own nearest. */
    long standardMemory(MemoryBounds bounds) {
        long asked = limits.memoryBytes().orElse(bounds.standard());
        return Math.max(bounds.least(), Math.min(bounds.most(), asked));
    }

    RunLimits runLimits(RunRequest request, long memoryBytes) {
        return new RunLimits(
                memoryBytes,
                request.outputBytes().orElse(limits.outputBytes()),
                limits.artifactBytes(),
                limits.processes());
    }
}
