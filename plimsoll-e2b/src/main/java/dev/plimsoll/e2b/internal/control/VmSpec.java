package dev.plimsoll.e2b.internal.control;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A microVM to be created: nothing comes in or goes out, and it is killed when its life is over.
 *
 * @param template the template
 * @param life how long it may live, rounded up to seconds
 * @param metadata by what it can be found; {@code [A-Za-z0-9_-]} only
 * @param egress the one place it may speak to
 */
public record VmSpec(String template, Duration life, Map<String, String> metadata, Optional<Egress> egress) {
    /** Copies the map. */
    public VmSpec {
        metadata = Map.copyOf(metadata);
    }
}
