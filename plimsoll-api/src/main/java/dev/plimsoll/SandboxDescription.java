package dev.plimsoll;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Limits;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.MemoryBounds;
import dev.plimsoll.spi.SmokeReport;
import java.util.Set;

/**
 * What a sandbox is, now.
 *
 * @param provider the id of the provider
 * @param evidence the wall, and the environment's identity
 * @param floor the floor for all runs
 * @param capabilities what it can do
 * @param limits the bounds
 * @param memory how much memory a run can have
 * @param concurrency how many runs may happen at once
 * @param smokeTest what the backend proved when it was opened
 * @since 0.1
 */
public record SandboxDescription(
        String provider,
        Evidence evidence,
        Isolation floor,
        Set<Capability> capabilities,
        Limits limits,
        MemoryBounds memory,
        int concurrency,
        SmokeReport smokeTest) {
    /** Copies the set. */
    public SandboxDescription {
        capabilities = Set.copyOf(capabilities);
    }
}
