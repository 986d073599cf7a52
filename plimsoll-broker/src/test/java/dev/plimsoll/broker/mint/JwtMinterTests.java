package dev.plimsoll.broker.mint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.grant.MintRequest;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class JwtMinterTests {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.900Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Secret SHARED = Secret.of("correct horse battery staple, and then some");

    private static MintRequest request(Optional<String> subject, List<String> scopes, Duration ttl) {
        return new MintRequest(
                URI.create("https://api.example.com"), List.of(Route.get("/v1/items")), scopes, ttl, subject);
    }

    private static MintRequest request() {
        return request(Optional.of("alice"), List.of("items:read", "items:write"), Duration.ofMillis(1_500));
    }

    private static SignedToken mint(JwtKey key) throws IOException {
        return SignedToken.parse(JwtMinter.builder(key)
                .clock(CLOCK)
                .build()
                .mint(request())
                .token()
                .reveal());
    }

    private static void assertVerifies(SignedToken token, String algorithm, PublicKey key) throws Exception {
        Signature verifier = Signature.getInstance(algorithm);
        verifier.initVerify(key);
        verifier.update(token.signed().toByteArray());
        assertThat(verifier.verify(token.signature().toByteArray())).isTrue();
    }

    @Test
    void claimsSayForWhomWhatWhereAndHowLong() throws Exception {
        JwtMinter minter = JwtMinter.builder(JwtKey.hs256(SHARED).withKeyId("k7"))
                .issuer("plimsoll-tests")
                .clock(CLOCK)
                .build();

        MintedToken minted = minter.mint(request());
        SignedToken token = SignedToken.parse(minted.token().reveal());

        assertThat(token.header().keySet()).isEqualTo(Set.of("typ", "alg", "kid"));
        assertThat(token.header().get("alg")).isEqualTo("HS256");
        assertThat(token.header().get("kid")).isEqualTo("k7");
        assertThat(token.claims().keySet()).isEqualTo(Set.of("iss", "sub", "aud", "scope", "iat", "exp", "jti"));
        assertThat(token.claims().get("iss")).isEqualTo("plimsoll-tests");
        assertThat(token.claims().get("sub")).isEqualTo("alice");
        assertThat(token.claims().get("aud")).isEqualTo("https://api.example.com");
        assertThat(token.claims().get("scope")).isEqualTo("items:read items:write");
        long now = NOW.getEpochSecond();
        assertThat(((Number) token.claims().get("iat")).longValue()).isEqualTo(now);
        // 10:00:00.9 and 1.5 s is 10:00:02.4: the token must not end before it
        assertThat(((Number) token.claims().get("exp")).longValue()).isEqualTo(now + 3);
        assertThat(minted.expiresAt()).contains(Instant.ofEpochSecond(now + 3));
    }

    @Test
    void everyTokenHasAnIdOfItsOwn() throws Exception {
        JwtKey key = JwtKey.hs256(SHARED);

        assertThat(mint(key).claims().get("jti"))
                .asString()
                .hasSize(22)
                .isNotEqualTo(mint(key).claims().get("jti"));
    }

    @Test
    void anotherAudienceReplacesTheOrigin() throws Exception {
        JwtMinter minter = JwtMinter.builder(JwtKey.hs256(SHARED))
                .audience("urn:example:items")
                .build();

        assertThat(SignedToken.parse(minter.mint(request()).token().reveal())
                        .claims()
                        .get("aud"))
                .isEqualTo("urn:example:items");
    }

    @Test
    void sharedSecretMakesTheMacThatTheJdkMakes() throws Exception {
        SignedToken token = mint(JwtKey.hs256(SHARED));

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SHARED.reveal().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        assertThat(token.signature().toByteArray())
                .isEqualTo(mac.doFinal(token.signed().toByteArray()));
    }

    @Test
    void octetJwkMakesTheMacThatTheJdkMakes() throws Exception {
        SignedToken token = mint(JwtKey.fromJwk(Secret.of(
                "{\"kty\":\"oct\",\"alg\":\"HS256\",\"use\":\"sig\",\"k\":\"" + SigningKeys.RFC_7515_SECRET + "\"}")));

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getUrlDecoder().decode(SigningKeys.RFC_7515_SECRET), "HmacSHA256"));
        assertThat(token.signature().toByteArray())
                .isEqualTo(mac.doFinal(token.signed().toByteArray()));
    }

    @Test
    void rsaKeyFromPemAndFromJwkSignsWhatTheJdkVerifies() throws Exception {
        KeyPair pair = SigningKeys.rsa(2048);
        SignedToken fromPem = mint(JwtKey.fromPem(SigningKeys.pem(pair.getPrivate())));
        SignedToken fromJwk = mint(JwtKey.fromJwk(Secret.of(SigningKeys.rsaJwk((RSAPrivateCrtKey) pair.getPrivate()))));

        assertThat(fromPem.header().get("alg")).isEqualTo("RS256");
        assertThat(fromJwk.header().get("kid")).isEqualTo("k1");
        assertVerifies(fromPem, "SHA256withRSA", pair.getPublic());
        assertVerifies(fromJwk, "SHA256withRSA", pair.getPublic());
    }

    @Test
    void ed25519KeyFromPemAndFromJwkSignsWhatTheJdkVerifies() throws Exception {
        KeyPair pair = SigningKeys.of("Ed25519");
        // the ASN.1 of an Ed25519 public key, RFC 8410, and the 32 bytes
        byte[] encoded = HexFormat.of()
                .parseHex("302a300506032b6570032100"
                        + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(SigningKeys.RFC_8037_PUBLIC)));
        PublicKey published = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));

        SignedToken fromPem = mint(JwtKey.fromPem(SigningKeys.pem(pair.getPrivate())));
        assertThat(fromPem.header().get("alg")).isEqualTo("EdDSA");
        assertVerifies(fromPem, "Ed25519", pair.getPublic());
        assertVerifies(mint(JwtKey.fromJwk(Secret.of(SigningKeys.ed25519Jwk()))), "Ed25519", published);
    }

    @Test
    void opensslVerifiesTheSignatures(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/openssl")), "openssl is not installed");
        for (KeyPair pair : List.of(SigningKeys.rsa(2048), SigningKeys.of("Ed25519"))) {
            SignedToken token = mint(JwtKey.fromPem(SigningKeys.pem(pair.getPrivate())));
            Path key = Files.writeString(
                    folder.resolve("key"), SigningKeys.pem(pair.getPublic()).reveal());
            Path signed = Files.write(folder.resolve("signed"), token.signed().toByteArray());
            Path signature =
                    Files.write(folder.resolve("signature"), token.signature().toByteArray());
            List<String> command = pair.getPrivate().getAlgorithm().equals("RSA")
                    ? List.of(
                            "openssl",
                            "dgst",
                            "-sha256",
                            "-verify",
                            "" + key,
                            "-signature",
                            "" + signature,
                            "" + signed)
                    : List.of(
                            "openssl",
                            "pkeyutl",
                            "-verify",
                            "-pubin",
                            "-rawin",
                            "-inkey",
                            "" + key,
                            "-sigfile",
                            "" + signature,
                            "-in",
                            "" + signed);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("said").toFile())
                    .start();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("said")))
                    .isZero();
        }
    }

    @Test
    void needsASubjectUnlessToldOtherwise() throws Exception {
        MintRequest anonymous = request(Optional.empty(), List.of(), Duration.ofSeconds(10));
        JwtMinter bound = JwtMinter.builder(JwtKey.hs256(SHARED)).build();
        JwtMinter free =
                JwtMinter.builder(JwtKey.hs256(SHARED)).withoutSubject().build();

        assertThat(bound.requiresSubject()).isTrue();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> bound.mint(anonymous));
        assertThat(free.requiresSubject()).isFalse();
        assertThat(SignedToken.parse(free.mint(anonymous).token().reveal())
                        .claims()
                        .keySet())
                .isEqualTo(Set.of("aud", "iat", "exp", "jti"));
    }

    @Test
    void refusesATimeOutOfBounds() {
        JwtMinter minter = JwtMinter.builder(JwtKey.hs256(SHARED)).build();
        for (Duration ttl : List.of(
                Duration.ZERO, Duration.ofSeconds(-1), Duration.ofHours(24).plusNanos(1))) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> minter.mint(request(Optional.of("alice"), List.of(), ttl)));
        }
    }

    @Test
    void aSubjectCannotAddClaims() throws Exception {
        String hostile = "alice\",\"scope\":\"admin\u2028\\";
        MintedToken minted = JwtMinter.builder(JwtKey.hs256(SHARED))
                .build()
                .mint(request(Optional.of(hostile), List.of("a"), Duration.ofSeconds(1)));

        SignedToken token = SignedToken.parse(minted.token().reveal());
        assertThat(token.claims().get("sub")).isEqualTo(hostile);
        assertThat(token.claims().get("scope")).isEqualTo("a");
    }

    @Test
    void nothingPrintsTheKeyOrTheToken() throws Exception {
        JwtMinter minter = JwtMinter.builder(JwtKey.hs256(SHARED)).build();

        assertThat(minter.toString()).isEqualTo("JwtMinter[JwtKey[HS256]]");
        assertThat(minter.mint(request()).toString()).doesNotContain("eyJ");
    }

    @Test
    void staticTokenIsOnePrintableWord() {
        assertThat(StaticToken.of(Secret.of("abc.DEF~1")).mint(request()).token())
                .isEqualTo(Secret.of("abc.DEF~1"));
        assertThat(StaticToken.of(Secret.of("hunter2")).toString()).doesNotContain("hunter2");
        for (String bad : List.of("", "a b", "a\n", "a\r\nX: y", "\u00e4", "x".repeat(8 * 1024 + 1))) {
            assertThatIllegalArgumentException().isThrownBy(() -> StaticToken.of(Secret.of(bad)));
        }
    }
}
