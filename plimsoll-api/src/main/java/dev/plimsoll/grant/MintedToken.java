package dev.plimsoll.grant;

import dev.plimsoll.secret.Secret;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A credential made for one run.
 *
 * @param token the bearer token; must be printable ASCII, which the broker checks
 * @param expiresAt when it stops being valid, if known; the broker refuses one that has expired
 * @since 0.1
 */
public record MintedToken(Secret token, Optional<Instant> expiresAt) {
    /** Checks the members. */
    public MintedToken {
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(expiresAt, "expiresAt");
    }

    /** Wraps a token whose expiry is not known. */
    public static MintedToken of(Secret token) {
        return new MintedToken(token, Optional.empty());
    }
}
