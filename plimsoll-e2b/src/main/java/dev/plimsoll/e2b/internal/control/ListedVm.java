package dev.plimsoll.e2b.internal.control;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A microVM that is there.
 *
 * @param id its id, of {@code [A-Za-z0-9_-]} only
 * @param metadata what it was created with
 * @param endAt when it is killed, if the control plane says so
 */
public record ListedVm(String id, Map<String, String> metadata, Optional<Instant> endAt) {
    /** Copies the map. */
    public ListedVm {
        metadata = Map.copyOf(metadata);
    }
}
