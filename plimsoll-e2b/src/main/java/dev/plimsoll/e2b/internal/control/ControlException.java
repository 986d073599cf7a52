package dev.plimsoll.e2b.internal.control;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call to the control plane that did not succeed. Its message holds nothing of what was sent or answered. */
public final class ControlException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final @Nullable Duration retryAfter;

    ControlException(String message, int status, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    /** Returns the answer's HTTP status; 0 if none came. */
    public int status() {
        return status;
    }

    /** Returns how long the control plane wants to be left alone. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** Tells whether what was asked for may have been done all the same. */
    public boolean mayHaveTakenEffect() {
        return status < 400 || status >= 500 || status == 408;
    }
}
