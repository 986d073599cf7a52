package dev.plimsoll.error;

import dev.plimsoll.run.RequestId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of what a sandbox throws. It has two families, and which one it is says what the caller may do next: {@link
 * NotDispatchedException}, nothing ran, and {@link OutcomeUnknownException}, it may have run.
 *
 * <p>Messages hold no code, output, path or credential.
 *
 * @since 0.1
 */
public abstract sealed class PlimsollException extends RuntimeException
        permits NotDispatchedException, OutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable RequestId requestId;

    PlimsollException(String message, @Nullable RequestId requestId, @Nullable Throwable cause) {
        super(message, cause);
        this.requestId = requestId;
    }

    /** Returns the id of the run this is about; empty when there was no run yet, as when a sandbox is opened. */
    public final Optional<RequestId> requestId() {
        return Optional.ofNullable(requestId);
    }
}
