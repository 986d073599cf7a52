package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * The run was ended by its caller's interrupt, by the cancellation of its future or by the closing of its sandbox. It
 * may have run in part; never retry automatically. When an interrupt was the reason, the thread's flag is set again.
 *
 * @since 0.1
 */
public final class RunCancelledException extends OutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message who ended it
     * @param requestId the run; null when there is none yet
     * @param cause what the provider threw; null for nothing
     */
    public RunCancelledException(String message, @Nullable RequestId requestId, @Nullable Throwable cause) {
        super(message, requestId, cause);
    }
}
