package dev.plimsoll.error;

import org.jspecify.annotations.Nullable;

/**
 * No sandbox was opened: the provider is missing, ambiguous, built for another version, broken, or could not prove its
 * wall. The message names the provider and what to do. Retry only if {@link #reason()} is {@code CAPACITY}.
 *
 * @since 0.1
 */
public final class ProviderUnavailableException extends NotDispatchedException {
    private static final long serialVersionUID = 1L;

    private final String provider;

    /**
     * Makes a refusal.
     *
     * @param reason {@code UNSUPPORTED} for a provider that cannot be used, {@code ISOLATION} for a wall that was not
     *     proven, {@code CAPACITY} for a backend that cannot be reached now
     * @param provider the id that was asked for
     * @param message what is wrong and what to do
     * @param cause what led to it; null for nothing
     */
    public ProviderUnavailableException(
            RefusalReason reason, String provider, String message, @Nullable Throwable cause) {
        super(reason, message, null, cause);
        this.provider = provider;
    }

    /** Returns the id of the provider that was asked for. */
    public String provider() {
        return provider;
    }
}
