package dev.plimsoll.spi;

import dev.plimsoll.secret.Secret;
import java.time.Clock;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The settings that an application gives a provider. Remembers which were asked for, so that a misspelt one is an error
 * and not ignored. Thread-safe.
 *
 * @since 0.1
 */
public final class ProviderOptions {
    private final String provider;
    private final Map<String, String> values;
    private final Map<String, Secret> secrets;
    private final Clock clock;
    private final int concurrency;
    private final Set<String> known = new ConcurrentSkipListSet<>();

    /**
     * Makes options.
     *
     * @param provider the id of the provider they are for
     * @param values the settings by name
     * @param secrets the credentials by name
     * @param clock the sandbox's clock
     * @param concurrency how many runs the sandbox lets happen at once
     */
    public ProviderOptions(
            String provider, Map<String, String> values, Map<String, Secret> secrets, Clock clock, int concurrency) {
        this.provider = Objects.requireNonNull(provider, "provider");
        this.values = Map.copyOf(values);
        this.secrets = Map.copyOf(secrets);
        this.clock = Objects.requireNonNull(clock, "clock");
        this.concurrency = concurrency;
    }

    /** Returns no options, for the system clock and one run at once. */
    public static ProviderOptions none(String provider) {
        return new ProviderOptions(provider, Map.of(), Map.of(), Clock.systemUTC(), 1);
    }

    /** Returns the sandbox's clock. */
    public Clock clock() {
        return clock;
    }

    /** Returns how many runs the sandbox lets happen at once. */
    public int concurrency() {
        return concurrency;
    }

    /** Returns a setting. */
    public Optional<String> text(String name) {
        known.add(name);
        return Optional.ofNullable(values.get(name));
    }

    /** Returns a credential. */
    public Optional<Secret> secret(String name) {
        known.add(name);
        return Optional.ofNullable(secrets.get(name));
    }

    /**
     * Returns a setting that is {@code true} or {@code false}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public boolean bool(String name, boolean unset) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return unset;
        }
        return switch (text.get()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw invalid(name, "must be true or false");
        };
    }

    /**
     * Returns a whole number.
     *
     * @throws IllegalArgumentException if it is none, or outside the bounds
     */
    public long number(String name, long unset, long least, long most) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return unset;
        }
        String fault = "must be a whole number from " + least + " to " + most;
        long number;
        try {
            number = Long.parseLong(text.get());
        } catch (NumberFormatException e) {
            throw invalid(name, fault);
        }
        if (number < least || number > most) {
            throw invalid(name, fault);
        }
        return number;
    }

    /**
     * Returns a duration in the form of ISO 8601, such as {@code PT30S}.
     *
     * @throws IllegalArgumentException if it is none, or outside the bounds
     */
    public Duration duration(String name, Duration unset, Duration least, Duration most) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return unset;
        }
        String fault = "must be a duration from " + least + " to " + most;
        Duration duration;
        try {
            duration = Duration.parse(text.get());
        } catch (DateTimeParseException e) {
            throw invalid(name, fault);
        }
        if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw invalid(name, fault);
        }
        return duration;
    }

    /** Makes the exception for a setting that is out of bounds; it does not repeat the value. */
    public IllegalArgumentException invalid(String name, String fault) {
        return new IllegalArgumentException("option " + name + " of provider " + provider + " " + fault);
    }

    /** Returns the names that were given and that nobody asked for. */
    public Set<String> unread() {
        Set<String> unread = new TreeSet<>(values.keySet());
        unread.addAll(secrets.keySet());
        unread.removeAll(known);
        return unread;
    }

    /** Returns the names that were asked for. */
    public Set<String> known() {
        return new TreeSet<>(known);
    }

    /** Shows names only. */
    @Override
    public String toString() {
        return "ProviderOptions[" + provider + ", " + new TreeSet<>(values.keySet()) + ", secrets "
                + new TreeSet<>(secrets.keySet()) + "]";
    }
}
