package dev.plimsoll.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * Holds a credential so that it cannot slip into a log, an exception or a debugger's summary.
 *
 * <p>{@link #toString()} shows the length only, {@link #equals(Object)} takes the same time whatever the contents, and
 * reading the text needs the call {@link #reveal()}, which is easy to search for. Immutable and thread-safe. The text
 * stays on the heap until it is collected: a heap dump of the application shows it.
 *
 * @since 0.1
 */
public final class Secret {
    private final String text;

    private Secret(String text) {
        this.text = Objects.requireNonNull(text, "text");
    }

    /** Wraps a credential. */
    public static Secret of(String text) {
        return new Secret(text);
    }

    /** Returns the credential. Pass it to what needs it; keep it nowhere. */
    public String reveal() {
        return text;
    }

    /** Tells whether there is nothing inside. */
    public boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret that
                && MessageDigest.isEqual(
                        text.getBytes(StandardCharsets.UTF_8), that.text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the same number for every secret, so that a hash tells nothing. */
    @Override
    public int hashCode() {
        return Secret.class.hashCode();
    }

    @Override
    public String toString() {
        return "Secret[" + text.length() + " characters]";
    }
}
