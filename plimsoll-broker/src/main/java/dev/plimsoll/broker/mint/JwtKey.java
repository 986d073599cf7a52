package dev.plimsoll.broker.mint;

import dev.plimsoll.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;
import org.jose4j.jws.JsonWebSignature;
import org.jspecify.annotations.Nullable;

/**
 * A key that signs tokens: HS256 with a shared secret, RS256 with an RSA key, or EdDSA with an Ed25519 key. The key decides
 * the algorithm, so the two cannot disagree.
 *
 * <p>Weak keys are refused: shared secrets below 32 bytes or of fewer than 8 different bytes, RSA below 2048 or above 8192
 * bits or with a public exponent below 65537. {@link #toString()} shows the algorithm only. Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class JwtKey {
    /** The most characters that a PEM or JWK text may have. */
    public static final int MAX_TEXT_LENGTH = 16 * 1024;

    private static final int MIN_SECRET_BYTES = 32;
    private static final int MIN_DIFFERENT_BYTES = 8;
    private static final int MIN_RSA_BITS = 2048;
    private static final int MAX_RSA_BITS = 8192;
    private static final int MIN_RSA_EXPONENT_BITS = 17;
    private static final int MAX_KEY_ID_LENGTH = 128;
    private static final Pattern PEM =
            Pattern.compile("\\s*-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]++)-----END PRIVATE KEY-----\\s*");

    private final String algorithm;
    private final Key key;
    private final @Nullable String keyId;

    private JwtKey(String algorithm, Key key, @Nullable String keyId) {
        this.algorithm = algorithm;
        this.key = key;
        this.keyId = keyId;
    }

    /**
     * Makes an HS256 key of a shared secret, taken as its UTF-8 bytes.
     *
     * @throws IllegalArgumentException if it is weak or longer than {@value #MAX_TEXT_LENGTH} characters
     */
    public static JwtKey hs256(Secret secret) {
        return ofSecret(bounded(secret).getBytes(StandardCharsets.UTF_8), null);
    }

    /**
     * Reads an RSA or Ed25519 private key from PKCS#8 in PEM, unencrypted.
     *
     * @throws IllegalArgumentException if it is something else, malformed or weak; the message shows nothing of it
     */
    public static JwtKey fromPem(Secret pem) {
        String text = bounded(pem);
        Matcher matcher = PEM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "the text is not one unencrypted PKCS#8 private key in PEM (BEGIN PRIVATE KEY);"
                            + " convert it with: openssl pkcs8 -topk8 -nocrypt");
        }
        byte[] encoded;
        try {
            encoded = Base64.getMimeDecoder().decode(matcher.group(1));
        } catch (IllegalArgumentException e) { // without its message, which quotes the text
            throw new IllegalArgumentException("the PEM text is not valid base64");
        }
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(encoded);
        Key key = decode("RSA", spec);
        if (key == null) {
            key = decode("Ed25519", spec);
        }
        if (key == null) {
            throw new IllegalArgumentException("the PEM text holds no RSA or Ed25519 private key");
        }
        return ofPrivate(key, null);
    }

    private static @Nullable Key decode(String type, PKCS8EncodedKeySpec spec) {
        try {
            return KeyFactory.getInstance(type).generatePrivate(spec);
        } catch (GeneralSecurityException e) { // a key of another type, or none at all
            return null;
        }
    }

    /**
     * Reads a JSON Web Key (RFC 7517): {@code oct}, {@code RSA} or {@code OKP} with {@code Ed25519}, private. Its {@code kid}
     * becomes the tokens' {@code kid}; {@code use} and {@code alg}, where present, must fit.
     *
     * @throws IllegalArgumentException if it is something else, malformed or weak; the message shows nothing of it
     */
    public static JwtKey fromJwk(Secret jwk) {
        return JwkReader.read(bounded(jwk));
    }

    static JwtKey ofSecret(byte[] secret, @Nullable String keyId) {
        if (secret.length < MIN_SECRET_BYTES) {
            throw new IllegalArgumentException(
                    "the shared secret is weak: it has fewer than " + MIN_SECRET_BYTES + " bytes");
        }
        long different = new String(secret, StandardCharsets.ISO_8859_1)
                .chars()
                .distinct()
                .count();
        if (different < MIN_DIFFERENT_BYTES) {
            throw new IllegalArgumentException(
                    "the shared secret is weak: it has fewer than " + MIN_DIFFERENT_BYTES + " different bytes");
        }
        return new JwtKey("HS256", new SecretKeySpec(secret, "HmacSHA256"), checkedKeyId(keyId));
    }

    static JwtKey ofPrivate(Key key, @Nullable String keyId) {
        if (key instanceof RSAPrivateCrtKey rsa) {
            int bits = rsa.getModulus().bitLength();
            if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS) {
                throw new IllegalArgumentException(
                        "the RSA key must have " + MIN_RSA_BITS + " to " + MAX_RSA_BITS + " bits");
            }
            if (rsa.getPublicExponent().bitLength() < MIN_RSA_EXPONENT_BITS) {
                throw new IllegalArgumentException("the RSA key is weak: its public exponent is below 65537");
            }
            return new JwtKey("RS256", rsa, checkedKeyId(keyId));
        }
        if (key instanceof EdECPrivateKey ed && ed.getParams().getName().equals(NamedParameterSpec.ED25519.getName())) {
            return new JwtKey("EdDSA", ed, checkedKeyId(keyId));
        }
        throw new IllegalArgumentException("the key is no private RSA key with its factors and no Ed25519 key");
    }

    /** Returns this key with the id that tokens name in their header: 1 to 128 printable ASCII characters. */
    public JwtKey withKeyId(String newKeyId) {
        return new JwtKey(algorithm, key, checkedKeyId(newKeyId));
    }

    /** Returns the JWS algorithm: {@code HS256}, {@code RS256} or {@code EdDSA}. */
    public String algorithm() {
        return algorithm;
    }

    void prepare(JsonWebSignature signature) {
        signature.setAlgorithmHeaderValue(algorithm);
        if (keyId != null) {
            signature.setKeyIdHeaderValue(keyId);
        }
        signature.setKey(key);
    }

    private static @Nullable String checkedKeyId(@Nullable String id) {
        if (id != null
                && (id.isEmpty()
                        || id.length() > MAX_KEY_ID_LENGTH
                        || !id.chars().allMatch(c -> c >= ' ' && c < 0x7F))) {
            throw new IllegalArgumentException(
                    "a key id has 1 to " + MAX_KEY_ID_LENGTH + " printable ASCII characters");
        }
        return id;
    }

    private static String bounded(Secret secret) {
        String text = secret.reveal();
        if (text.length() > MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException("the key is longer than " + MAX_TEXT_LENGTH + " characters");
        }
        return text;
    }

    @Override
    public String toString() {
        return "JwtKey[" + algorithm + "]";
    }
}
