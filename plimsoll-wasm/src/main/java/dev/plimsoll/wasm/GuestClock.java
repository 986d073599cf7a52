package dev.plimsoll.wasm;

import dev.plimsoll.run.Determinism;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clock that a guest sees: the machine's, or a fixed one that each reading advances. For the guest's thread.
 *
 * <p>Under a fixed clock waiting for a timer costs no real time: the clock is moved to where the timer is due.
 */
final class GuestClock {
    private final boolean fixed;
    private final long tickNanos;
    private final long originNanos;
    private final long startNanos = System.nanoTime();
    private long passedNanos;

    GuestClock(@Nullable Determinism determinism) {
        this.fixed = determinism != null;
        if (determinism != null) {
            this.tickNanos = determinism.tick().toNanos();
            this.originNanos = ChronoUnit.NANOS.between(Instant.EPOCH, determinism.clock());
        } else {
            this.tickNanos = 0;
            this.originNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        }
    }

    /** Tells whether time stands still but for readings and timers. */
    boolean isFixed() {
        return fixed;
    }

    /** Reads nanoseconds since the run began. */
    long sinceStart() {
        if (!fixed) {
            return System.nanoTime() - startNanos;
        }
        long reading = passedNanos;
        advance(tickNanos);
        return reading;
    }

    /** Reads nanoseconds since 1970. */
    long sinceEpoch() {
        return originNanos + sinceStart();
    }

    /** Moves a fixed clock, and not beyond the last nanosecond that it can tell: a guest's timers may span centuries. */
    void advance(long nanos) {
        passedNanos += Math.min(nanos, Long.MAX_VALUE - originNanos - passedNanos);
    }
}
