package dev.plimsoll.spi;

import java.time.Duration;
import java.util.Objects;

/**
 * The moment at which a run ends, on the machine's monotonic clock. Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class Deadline {
    private final long startNanos;
    private final long budgetNanos;

    private Deadline(long startNanos, long budgetNanos) {
        this.startNanos = startNanos;
        this.budgetNanos = budgetNanos;
    }

    /**
     * Starts a budget now.
     *
     * @throws IllegalArgumentException if the budget is not positive or longer than 100 days, the range in which
     *     differences of {@link System#nanoTime()} are safe by a wide margin
     */
    public static Deadline after(Duration budget) {
        Objects.requireNonNull(budget, "budget");
        if (budget.isNegative() || budget.isZero() || budget.compareTo(Duration.ofDays(100)) > 0) {
            throw new IllegalArgumentException("a budget must be positive and at most 100 days");
        }
        return new Deadline(System.nanoTime(), budget.toNanos());
    }

    /** Returns the whole budget. */
    public Duration budget() {
        return Duration.ofNanos(budgetNanos);
    }

    /** Returns what is left in nanoseconds, 0 or less when it is over. */
    public long remainingNanos() {
        return budgetNanos - (System.nanoTime() - startNanos);
    }

    /** Returns what is left, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, remainingNanos()));
    }

    /** Returns the time since the start in nanoseconds. */
    public long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    /** Tells whether it is over. */
    public boolean isExpired() {
        return remainingNanos() <= 0;
    }
}
