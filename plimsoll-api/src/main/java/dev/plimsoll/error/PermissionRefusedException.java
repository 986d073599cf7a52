package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran: the grant could not be given. Retry only after its cause is removed.
 *
 * @since 0.1
 */
public final class PermissionRefusedException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes a refusal. There is no cause on purpose: a minter's own exception might hold a credential.
     *
     * @param message what is wrong and what to do
     * @param requestId the run that is refused; null when there is none yet
     */
    public PermissionRefusedException(String message, @Nullable RequestId requestId) {
        super(RefusalReason.PERMISSION, message, requestId, null);
    }
}
