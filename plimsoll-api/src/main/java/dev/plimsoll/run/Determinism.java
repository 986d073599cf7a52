package dev.plimsoll.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Fixes what a guest could otherwise not see twice: the clock and the random source.
 *
 * <p>With the same code, limits and engine, two runs under equal values give the same result digest, on any machine and
 * Java version. Each reading of the clock advances it by the tick; a timer that comes due advances it to its due time,
 * so that waiting costs no real time.
 *
 * @param clock what the guest's clock shows at its first reading
 * @param tick how much each reading advances the clock, 0 to 1 hour
 * @param seed the seed of the random source
 * @since 0.1
 */
public record Determinism(Instant clock, Duration tick, long seed) {
    private static final Duration MAX_TICK = Duration.ofHours(1);
    private static final Instant LAST_CLOCK = Instant.parse("2200-01-01T00:00:00Z");

    /**
     * Checks the members.
     *
     * @throws IllegalArgumentException if the tick is negative or above an hour, or the clock is before 1970 or after
     *     2200, where nanoseconds since 1970 no longer fit a signed 64-bit number with room to advance
     */
    public Determinism {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(tick, "tick");
        if (tick.isNegative() || tick.compareTo(MAX_TICK) > 0) {
            throw new IllegalArgumentException("the tick must be between 0 and " + MAX_TICK);
        }
        if (clock.isBefore(Instant.EPOCH) || clock.isAfter(LAST_CLOCK)) {
            throw new IllegalArgumentException("the clock must be between " + Instant.EPOCH + " and " + LAST_CLOCK);
        }
    }

    /** Fixes the clock at an instant that advances by a millisecond a reading, and the seed. */
    public static Determinism of(Instant clock, long seed) {
        return new Determinism(clock, Duration.ofMillis(1), seed);
    }
}
