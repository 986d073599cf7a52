package dev.plimsoll.error;

/**
 * Why nothing ran.
 *
 * @since 0.1
 */
public enum RefusalReason {
    /** The request is out of bounds or malformed. Correct it. */
    REQUEST(false),
    /** The run may not do what it asks: no credential, no such grant. */
    PERMISSION(false),
    /** The provider and its backend do not understand each other, so nothing was started. */
    PROTOCOL(true),
    /** The provider does not do this kind of run. */
    UNSUPPORTED(true),
    /** The wall is weaker than the floor. */
    ISOLATION(true),
    /** The software is not what the rule allows. */
    ENVIRONMENT(true),
    /** There is no room now, or the backend cannot be reached. Later, or elsewhere, it may do. */
    CAPACITY(true);

    private final boolean retryableElsewhere;

    RefusalReason(boolean retryableElsewhere) {
        this.retryableElsewhere = retryableElsewhere;
    }

    /** Tells whether the same request may succeed with another sandbox or provider. */
    public boolean retryableElsewhere() {
        return retryableElsewhere;
    }
}
