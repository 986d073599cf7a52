package dev.plimsoll.e2b.internal.control;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A microVM that is there.
 *
 * @param id its id, of {@code [A-Za-z0-9_-]} only
 * @param metadata what it was created with
 * @param life how long it lives from its start to its end, if the control plane says so; both by the control plane's clock
 */
public record ListedVm(String id, Map<String, String> metadata, Optional<Duration> life) {
    /** Copies the map. */
    public ListedVm {
        metadata = Map.copyOf(metadata);
    }
}
