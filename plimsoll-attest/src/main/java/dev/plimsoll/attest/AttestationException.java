package dev.plimsoll.attest;

import org.jspecify.annotations.Nullable;

/**
 * Says that a key, an envelope or a statement is not what it has to be. Retrying with the same input does not help.
 *
 * @since 0.1
 */
public sealed class AttestationException extends RuntimeException permits BundleRefusedException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; the message names what is wrong and holds nothing of a key. */
    public AttestationException(String message) {
        super(message);
    }

    /** Makes the exception with what led to it. */
    public AttestationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
