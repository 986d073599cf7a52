package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: the software is not what the request's rule allows. Retry with another provider or rule only.
 *
 * @since 0.1
 */
public final class EnvironmentMismatchException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes a refusal.
     *
     * @param message what is wrong and what to do
     * @param requestId the run that is refused; null when there is none yet
     */
    public EnvironmentMismatchException(String message, @Nullable RequestId requestId) {
        super(RefusalReason.ENVIRONMENT, message, requestId, null);
    }
}
