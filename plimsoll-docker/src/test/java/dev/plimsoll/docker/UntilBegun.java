package dev.plimsoll.docker;

import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Runs what has to meet its deadline. A container's start counts too, and takes the longer the busier the machine is: a run whose code did
 * not begin in time says nothing about the code, and is tried again with a longer budget.
 */
final class UntilBegun {
    private static final Duration FIRST = Duration.ofSeconds(3);
    private static final Duration LAST = Duration.ofMinutes(2);

    private UntilBegun() {}

    /** Returns the first result of code that began, or the last one there was time for. */
    static <T> T run(Function<Duration, T> run, Predicate<T> hasBegun) {
        Duration budget = FIRST;
        while (true) {
            T result = run.apply(budget);
            if (hasBegun.test(result) || budget.compareTo(LAST) >= 0) {
                return result;
            }
            budget = budget.multipliedBy(2);
        }
    }
}
