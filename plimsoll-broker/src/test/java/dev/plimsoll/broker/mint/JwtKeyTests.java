package dev.plimsoll.broker.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.secret.Secret;
import java.security.Key;
import java.security.interfaces.RSAPrivateCrtKey;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JwtKeyTests {
    @Test
    void refusesWeakSharedSecrets() {
        for (String weak : List.of("", "short", "0123456789012345678901234567890", "a".repeat(64), "ab".repeat(32))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JwtKey.hs256(Secret.of(weak)))
                    .withMessageContaining("weak");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JwtKey.fromJwk(Secret.of("{\"kty\":\"oct\",\"k\":\"c2hvcnQ\"}")))
                .withMessageContaining("weak");
    }

    @Test
    void refusesWeakRsaKeys() throws Exception {
        for (Key weak : List.of(
                SigningKeys.rsa(1024).getPrivate(),
                SigningKeys.rsaWithExponentThree().getPrivate())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JwtKey.fromPem(SigningKeys.pem(weak)))
                    .withMessageContaining("RSA key");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JwtKey.fromJwk(Secret.of(SigningKeys.rsaJwk((RSAPrivateCrtKey) weak))))
                    .withMessageContaining("RSA key");
        }
    }

    @Test
    void refusesKeysOfOtherTypesAndHalves() throws Exception {
        Key ed = SigningKeys.of("Ed25519").getPrivate();
        for (String pem : List.of(
                SigningKeys.pem(SigningKeys.of("EC").getPrivate()).reveal(),
                SigningKeys.pem(SigningKeys.of("Ed448").getPrivate()).reveal(),
                SigningKeys.pem(SigningKeys.of("X25519").getPrivate()).reveal(),
                SigningKeys.pem(SigningKeys.of("Ed25519").getPublic()).reveal(),
                SigningKeys.pem(ed, "RSA PRIVATE KEY"),
                SigningKeys.pem(ed, "ENCRYPTED PRIVATE KEY"),
                SigningKeys.pem(ed, "PRIVATE KEY") + SigningKeys.pem(ed, "PRIVATE KEY"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JwtKey.fromPem(Secret.of(pem)))
                    .withNoCause();
        }
        String x = "\"x\":\"" + SigningKeys.RFC_8037_PUBLIC + "\"";
        for (String jwk : List.of(
                "{\"kty\":\"OKP\",\"crv\":\"Ed25519\"," + x + "}",
                "{\"kty\":\"OKP\",\"crv\":\"X25519\",\"d\":\"" + SigningKeys.RFC_8037_PRIVATE + "\"," + x + "}",
                "{\"kty\":\"oct\",\"alg\":\"none\",\"k\":\"" + SigningKeys.RFC_7515_SECRET + "\"}",
                "{\"kty\":\"oct\",\"alg\":\"RS256\",\"k\":\"" + SigningKeys.RFC_7515_SECRET + "\"}",
                "{\"kty\":\"oct\",\"use\":\"enc\",\"k\":\"" + SigningKeys.RFC_7515_SECRET + "\"}")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> JwtKey.fromJwk(Secret.of(jwk)))
                    .withNoCause();
        }
    }

    @Test
    void refusesKeyIdsThatAreNotPrintable() {
        JwtKey key = JwtKey.hs256(Secret.of("correct horse battery staple, and then some"));
        for (String bad : List.of("", "a\nb", "\u00e4", "k".repeat(129))) {
            assertThatIllegalArgumentException().isThrownBy(() -> key.withKeyId(bad));
        }
    }

    /** Bounded: each mutation is one parse of at most 2 KiB. */
    @Test
    void mutatedKeysAreReadOrRefusedButNeverQuoted() throws Exception {
        Random random = new Random(4);
        String pem = SigningKeys.pem(SigningKeys.of("Ed25519").getPrivate()).reveal();
        List<String> seeds = List.of(
                pem,
                SigningKeys.ed25519Jwk(),
                SigningKeys.rsaJwk((RSAPrivateCrtKey) SigningKeys.rsa(2048).getPrivate()),
                "{\"kty\":\"oct\",\"k\":\"" + SigningKeys.RFC_7515_SECRET + "\"}");
        int refused = 0;
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder(seeds.get(i % seeds.size()));
            for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.setCharAt(at, (char) random.nextInt(0x180));
                    case 1 -> text.deleteCharAt(at);
                    case 2 -> text.insert(at, "{\"[}]:,-".charAt(random.nextInt(8)));
                    default -> text.setLength(Math.max(8, at));
                }
            }
            Secret secret = Secret.of(text.toString());
            try {
                assertThat(i % seeds.size() == 0 ? JwtKey.fromPem(secret) : JwtKey.fromJwk(secret))
                        .isNotNull();
            } catch (IllegalArgumentException e) {
                refused++;
                assertThat(e.getMessage()).doesNotContain(SigningKeys.RFC_8037_PRIVATE.substring(0, 8));
                assertThat(e.getCause()).isNull();
            }
        }
        assertThat(refused).isGreaterThan(1_000);
    }

    @Test
    void deepAndLongTextsAreRefusedAtOnce() {
        for (String text :
                List.of("[".repeat(16_000), "{\"a\":".repeat(3_200), "x".repeat(JwtKey.MAX_TEXT_LENGTH + 1))) {
            assertThatIllegalArgumentException().isThrownBy(() -> JwtKey.fromJwk(Secret.of(text)));
            assertThatIllegalArgumentException().isThrownBy(() -> JwtKey.fromPem(Secret.of(text)));
        }
    }
}
