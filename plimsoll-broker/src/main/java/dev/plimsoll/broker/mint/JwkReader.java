package dev.plimsoll.broker.mint;

import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.OctetSequenceJsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.lang.JoseException;

/** Reads one private JSON Web Key. What the library says of a malformed one is dropped, since it may quote the key. */
final class JwkReader {
    private JwkReader() {}

    static JwtKey read(String text) {
        JsonWebKey jwk = parse(text);
        if (jwk.getUse() != null && !jwk.getUse().equals("sig")) {
            throw new IllegalArgumentException("the JWK's \"use\" must be \"sig\"");
        }
        JwtKey key = key(jwk);
        if (jwk.getAlgorithm() != null && !jwk.getAlgorithm().equals(key.algorithm())) {
            throw new IllegalArgumentException(
                    "the JWK's \"alg\" must be \"" + key.algorithm() + "\" for a key of this type");
        }
        return key;
    }

    private static JwtKey key(JsonWebKey jwk) {
        if (jwk instanceof OctetSequenceJsonWebKey secret) {
            return JwtKey.ofSecret(secret.getOctetSequence(), jwk.getKeyId());
        }
        if (jwk instanceof PublicJsonWebKey pair && pair.getPrivateKey() != null) {
            return JwtKey.ofPrivate(pair.getPrivateKey(), jwk.getKeyId());
        }
        throw new IllegalArgumentException("the JWK holds no private or shared key");
    }

    private static JsonWebKey parse(String text) {
        try {
            return JsonWebKey.Factory.newJwk(text);
        } catch (JoseException | RuntimeException e) { // the library throws what its parsers throw, of any kind
            throw new IllegalArgumentException("the text is not a JWK of the types oct, RSA or OKP: "
                    + e.getClass().getName());
        }
    }
}
