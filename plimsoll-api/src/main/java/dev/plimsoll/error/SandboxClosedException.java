package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: the sandbox is closed, or is closing. Retry with another sandbox only.
 *
 * @since 0.1
 */
public final class SandboxClosedException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes a refusal.
     *
     * @param message what is wrong and what to do
     * @param requestId the run that is refused; null when there is none yet
     */
    public SandboxClosedException(String message, @Nullable RequestId requestId) {
        super(RefusalReason.UNSUPPORTED, message, requestId, null);
    }
}
