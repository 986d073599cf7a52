package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Nothing ran. A retry is safe; whether it makes sense is what {@link #reason()} tells.
 *
 * <p>A provider's own refusal is believed only if it carries the id of the very run it refuses; with another id, or
 * none, the sandbox turns it into an {@link OutcomeUnknownException}.
 *
 * @since 0.1
 */
public sealed class NotDispatchedException extends PlimsollException
        permits InsufficientIsolationException,
                InvalidRequestException,
                UnsupportedRunException,
                SandboxDisabledException,
                SandboxAtCapacityException,
                SandboxClosedException,
                EnvironmentMismatchException,
                PermissionRefusedException,
                ProviderUnavailableException {
    private static final long serialVersionUID = 1L;

    private final RefusalReason reason;

    /**
     * Makes a refusal.
     *
     * @param reason why nothing ran
     * @param message what is wrong and what to do, without code, output, paths and credentials
     * @param requestId the run that is refused; null when there is none yet
     * @param cause what led to it; null for nothing
     */
    public NotDispatchedException(
            RefusalReason reason, String message, @Nullable RequestId requestId, @Nullable Throwable cause) {
        super(message, requestId, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Returns why nothing ran. */
    public final RefusalReason reason() {
        return reason;
    }
}
