package dev.plimsoll.broker;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The time for which an API asked not to be called, after a 429 or a 503, for one run. Thread-safe.
 *
 * <p>After a 503 one call a second may be elected to ask the health route, and ends the quiet time if the API is well. After
 * a 429 it is waited out: the API is well, and said when it wants to be asked again.
 */
final class QuietTime {
    /** How long without a {@code Retry-After} that can be read. */
    static final Duration DEFAULT = Duration.ofSeconds(1);

    /** The longest, whatever the API says: a run is short, and an API's answer is not to be trusted. */
    static final Duration LONGEST = Duration.ofSeconds(30);

    private static final long PROBE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What a call has to do. */
    enum Ruling {
        /** Go ahead. */
        CALL,
        /** Ask the health route first. */
        PROBE,
        /** Do not call. */
        SHED
    }

    private final boolean canProbe;
    private final Clock clock;
    private final LongSupplier nanoTime;

    private boolean quiet;
    private boolean probing;
    private long endNanos;
    private long lastProbeNanos;

    /**
     * Starts without a quiet time.
     *
     * @param canProbe whether there is a health route
     * @param clock what a date in {@code Retry-After} is compared with
     * @param nanoTime the monotonic clock
     */
    QuietTime(boolean canProbe, Clock clock, LongSupplier nanoTime) {
        this.canProbe = canProbe;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** Decides on a call. */
    synchronized Ruling rule() {
        long now = nanoTime.getAsLong();
        endIfOver(now);
        if (!quiet) {
            return Ruling.CALL;
        }
        if (canProbe && probing && now - lastProbeNanos >= PROBE_INTERVAL_NANOS) {
            lastProbeNanos = now;
            return Ruling.PROBE;
        }
        return Ruling.SHED;
    }

    private void endIfOver(long now) {
        if (quiet && now - endNanos >= 0) {
            quiet = false;
            probing = false;
        }
    }

    /** Takes note of an answer. */
    synchronized void note(int status, @Nullable String retryAfter) {
        if (status != 429 && status != 503) {
            return;
        }
        long now = nanoTime.getAsLong();
        endIfOver(now);
        long end = now + length(retryAfter).toNanos();
        if (!quiet || end - endNanos > 0) {
            endNanos = end;
        }
        if (!quiet) {
            quiet = true;
            lastProbeNanos = now;
            probing = status == 503;
        } else if (status == 429) {
            probing = false;
        }
    }

    /** Ends the quiet time: the health route answered well. */
    synchronized void end() {
        if (probing) {
            quiet = false;
        }
    }

    private Duration length(@Nullable String retryAfter) {
        Duration asked = retryAfter == null ? DEFAULT : parse(retryAfter.trim());
        if (asked.isNegative()) {
            return DEFAULT;
        }
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }

    /** RFC 9110, section 10.2.3: seconds, or a date. */
    private Duration parse(String retryAfter) {
        if (!retryAfter.isEmpty() && retryAfter.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return retryAfter.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(retryAfter));
        }
        try {
            Instant date = ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Duration.between(clock.instant(), date);
        } catch (DateTimeException | ArithmeticException e) {
            return DEFAULT;
        }
    }
}
