package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: every slot, or the memory for all runs, was taken for as long as the caller would wait. Retry later.
 *
 * @since 0.1
 */
public final class SandboxAtCapacityException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes a refusal.
     *
     * @param message what is wrong and what to do
     * @param requestId the run that is refused; null when there is none yet
     */
    public SandboxAtCapacityException(String message, @Nullable RequestId requestId) {
        super(RefusalReason.CAPACITY, message, requestId, null);
    }
}
