package dev.plimsoll.broker.mint;

import dev.plimsoll.grant.MintRequest;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.TokenMinter;
import dev.plimsoll.secret.Secret;
import java.util.Objects;

/**
 * Uses one token that exists already, the same for every run, subject and scope.
 *
 * <p>Prefer a minter that makes a short-lived token per run: this one stays valid after the run, whatever its scopes are.
 * Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class StaticToken implements TokenMinter {
    private static final int MAX_LENGTH = 8 * 1024;

    private final MintedToken token;

    private StaticToken(Secret token) {
        this.token = MintedToken.of(token);
    }

    /**
     * Wraps a bearer token.
     *
     * @throws IllegalArgumentException if the token is empty, longer than 8 KiB, or holds anything but printable ASCII
     *     without spaces; the message does not show it
     */
    public static StaticToken of(Secret token) {
        String text = Objects.requireNonNull(token, "token").reveal();
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a bearer token has 1 to " + MAX_LENGTH + " characters");
        }
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
            throw new IllegalArgumentException(
                    "a bearer token holds printable ASCII without spaces; is there a line end at its end?");
        }
        return new StaticToken(token);
    }

    @Override
    public MintedToken mint(MintRequest request) {
        return token;
    }

    @Override
    public String toString() {
        return "StaticToken[" + token.token() + "]";
    }
}
