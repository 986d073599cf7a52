package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: no provider was chosen, and code never runs by accident. Never retry: choose a provider.
 *
 * @since 0.1
 */
public final class SandboxDisabledException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes a refusal.
     *
     * @param message what is wrong and what to do
     * @param requestId the run that is refused; null when there is none yet
     */
    public SandboxDisabledException(String message, @Nullable RequestId requestId) {
        super(RefusalReason.UNSUPPORTED, message, requestId, null);
    }
}
