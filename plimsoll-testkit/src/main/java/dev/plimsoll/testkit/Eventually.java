package dev.plimsoll.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another thread brings about, for a bounded time. */
final class Eventually {
    /** Long enough for a container on a busy machine; only a failing test waits so long. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long POLL_NANOS = 2_000_000;

    private Eventually() {}

    static void await(BooleanSupplier condition, Supplier<String> otherwise) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError(otherwise.get() + " within " + PATIENCE);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
