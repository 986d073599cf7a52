package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * The provider failed after the run was handed to it. It may have run; never retry automatically.
 *
 * @since 0.1
 */
public final class ProviderFailureException extends OutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what failed
     * @param requestId the run; null when there is none yet
     * @param cause what the provider threw; null for nothing
     */
    public ProviderFailureException(String message, @Nullable RequestId requestId, @Nullable Throwable cause) {
        super(message, requestId, cause);
    }
}
