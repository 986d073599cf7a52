package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: the provider does not do this kind of run. Retry with another provider only.
 *
 * @since 0.1
 */
public final class UnsupportedRunException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes a refusal.
     *
     * @param message what is wrong and what to do
     * @param requestId the run that is refused; null when there is none yet
     */
    public UnsupportedRunException(String message, @Nullable RequestId requestId) {
        super(RefusalReason.UNSUPPORTED, message, requestId, null);
    }
}
