package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import org.jspecify.annotations.Nullable;

/**
 * The code may have run, in whole or in part. Never retry automatically: whoever retries must know that running it twice
 * does no harm.
 *
 * @since 0.1
 */
public abstract sealed class OutcomeUnknownException extends PlimsollException
        permits IsolationEvidenceMismatchException,
                ReceiptMismatchException,
                ProviderFailureException,
                RunCancelledException {
    private static final long serialVersionUID = 1L;

    OutcomeUnknownException(String message, @Nullable RequestId requestId, @Nullable Throwable cause) {
        super(message, requestId, cause);
    }
}
