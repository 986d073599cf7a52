package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.run.Determinism;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class GuestClockTests {
    private static final Determinism DETERMINISM = Determinism.of(Instant.parse("2026-01-01T00:00:00Z"), 7);
    /** The longest that a guest's timer can wait. */
    private static final long LONGEST_TIMER = TimeUnit.MILLISECONDS.toNanos(Integer.MAX_VALUE);

    @Test
    void neverGoesBackHoweverFarTimersMoveIt() {
        GuestClock clock = new GuestClock(DETERMINISM);
        long sinceStart = clock.sinceStart();
        long sinceEpoch = clock.sinceEpoch();
        for (int i = 0; i < 10_000; i++) {
            clock.advance(LONGEST_TIMER);
            assertThat(clock.sinceStart()).isGreaterThanOrEqualTo(sinceStart);
            assertThat(clock.sinceEpoch()).isGreaterThanOrEqualTo(sinceEpoch);
            sinceStart = clock.sinceStart();
            sinceEpoch = clock.sinceEpoch();
        }
        clock.advance(Long.MAX_VALUE);
        assertThat(clock.sinceEpoch()).isEqualTo(Long.MAX_VALUE);
    }
}
