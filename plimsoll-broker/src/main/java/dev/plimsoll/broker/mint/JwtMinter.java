package dev.plimsoll.broker.mint;

import dev.plimsoll.grant.MintRequest;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.TokenMinter;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * Signs a JSON Web Token (RFC 7519) for each run.
 *
 * <p>Its claims: {@code sub} is the run's subject, {@code scope} the grant's scopes with a space between (RFC 8693), {@code
 * aud} the API's origin unless set, {@code iat} now, {@code exp} now and the run's whole budget, {@code jti} 128 random bits,
 * and {@code iss} if set. The token cannot be taken back: it stays valid for the rest of the budget when a run ends early.
 *
 * <p>Bound to a subject unless {@link Builder#withoutSubject()} says otherwise. Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class JwtMinter implements TokenMinter {
    /** The longest budget a token is made for. */
    public static final Duration MAX_TTL = Duration.ofHours(24);

    private static final int ID_BYTES = 16;
    private static final int MAX_TEXT_LENGTH = 256;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final JwtKey key;
    private final @Nullable String issuer;
    private final @Nullable String audience;
    private final boolean subjectRequired;
    private final Clock clock;

    private JwtMinter(Builder builder) {
        this.key = builder.key;
        this.issuer = builder.issuer;
        this.audience = builder.audience;
        this.subjectRequired = builder.subjectRequired;
        this.clock = builder.clock;
    }

    /** Starts a minter that signs with a key. */
    public static Builder builder(JwtKey key) {
        return new Builder(key);
    }

    @Override
    public boolean requiresSubject() {
        return subjectRequired;
    }

    /**
     * Signs a token.
     *
     * @throws IOException if the request has no subject and this minter is bound to one, if the time it asks for is not
     *     above zero or above {@link #MAX_TTL}, or if the platform cannot sign
     */
    @Override
    public MintedToken mint(MintRequest request) throws IOException {
        Optional<String> subject = request.subject();
        if (subjectRequired && subject.isEmpty()) {
            throw new IOException("the token is bound to a subject and the run names none");
        }
        Duration ttl = request.ttl();
        if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(MAX_TTL) > 0) {
            throw new IOException("a token is valid for more than zero and at most " + MAX_TTL.toHours() + " hours");
        }
        Instant now = clock.instant();
        // whole seconds, rounded up: the token must not end before the run
        Instant expiresAt = now.plus(ttl).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
        JwtClaims claims = new JwtClaims();
        if (issuer != null) {
            claims.setIssuer(issuer);
        }
        subject.ifPresent(claims::setSubject);
        claims.setAudience(audience != null ? audience : request.baseUrl().toString());
        if (!request.scopes().isEmpty()) {
            claims.setStringClaim("scope", String.join(" ", request.scopes()));
        }
        claims.setIssuedAt(NumericDate.fromSeconds(now.getEpochSecond()));
        claims.setExpirationTime(NumericDate.fromSeconds(expiresAt.getEpochSecond()));
        claims.setJwtId(randomId());
        return new MintedToken(sign(claims), Optional.of(expiresAt));
    }

    private Secret sign(JwtClaims claims) throws IOException {
        JsonWebSignature signature = new JsonWebSignature();
        signature.setHeader("typ", "JWT");
        key.prepare(signature);
        signature.setPayload(claims.toJson());
        try {
            return Secret.of(signature.getCompactSerialization());
        } catch (JoseException e) { // not as a cause: what the library says of a key is not ours to pass on
            throw new IOException(
                    "the token could not be signed: " + e.getClass().getName());
        }
    }

    private static String randomId() {
        byte[] id = new byte[ID_BYTES];
        RANDOM.nextBytes(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
    }

    @Override
    public String toString() {
        return "JwtMinter[" + key + "]";
    }

    /** Collects a minter's parts. Not thread-safe. */
    public static final class Builder {
        private final JwtKey key;
        private @Nullable String issuer;
        private @Nullable String audience;
        private boolean subjectRequired = true;
        private Clock clock = Clock.systemUTC();

        private Builder(JwtKey key) {
            this.key = Objects.requireNonNull(key, "key");
        }

        /** Sets the claim {@code iss}: 1 to 256 characters. Not set unless called. */
        public Builder issuer(String newIssuer) {
            this.issuer = checked("issuer", newIssuer);
            return this;
        }

        /** Sets the claim {@code aud}, 1 to 256 characters, for APIs that expect another than their origin. */
        public Builder audience(String newAudience) {
            this.audience = checked("audience", newAudience);
            return this;
        }

        /** Also makes tokens for runs that name no subject; those hold no claim {@code sub}. */
        public Builder withoutSubject() {
            this.subjectRequired = false;
            return this;
        }

        /** Sets the clock; the system's unless called. */
        public Builder clock(Clock newClock) {
            this.clock = Objects.requireNonNull(newClock, "clock");
            return this;
        }

        /** Makes the minter. */
        public JwtMinter build() {
            return new JwtMinter(this);
        }

        private static String checked(String what, String text) {
            if (text.isEmpty() || text.length() > MAX_TEXT_LENGTH) {
                throw new IllegalArgumentException("the " + what + " has 1 to " + MAX_TEXT_LENGTH + " characters");
            }
            return text;
        }
    }
}
