package dev.plimsoll.error;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: the wall is weaker than the floor, or was not proven. Retry with a stronger provider only.
 *
 * @since 0.1
 */
public final class InsufficientIsolationException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    private final Isolation required;
    private final Isolation actual;

    /**
     * Makes a refusal.
     *
     * @param provider the id of the provider
     * @param required the floor
     * @param actual the wall there is
     * @param requestId the run that is refused; null when there is none yet
     */
    public InsufficientIsolationException(
            String provider, Isolation required, Isolation actual, @Nullable RequestId requestId) {
        super(
                RefusalReason.ISOLATION,
                "nothing ran: provider " + provider + " offers isolation " + actual.text() + ", the floor is "
                        + required.text() + "; use a provider with a stronger wall, or lower the floor knowingly",
                requestId,
                null);
        this.required = required;
        this.actual = actual;
    }

    /** Returns the floor. */
    public Isolation required() {
        return required;
    }

    /** Returns the wall there is. */
    public Isolation actual() {
        return actual;
    }
}
