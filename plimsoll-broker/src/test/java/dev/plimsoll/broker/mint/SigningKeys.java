package dev.plimsoll.broker.mint;

import dev.plimsoll.secret.Secret;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/** Keys for tests: made anew, and the published ones of RFC 7515 and RFC 8037. */
final class SigningKeys {
    /** RFC 7515, appendix A.1. */
    static final String RFC_7515_SECRET =
            "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
    /** RFC 8037, appendix A.1 and A.2. */
    static final String RFC_8037_PRIVATE = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";

    static final String RFC_8037_PUBLIC = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

    private SigningKeys() {}

    static KeyPair rsa(int bits) throws GeneralSecurityException {
        return generate("RSA", new RSAKeyGenParameterSpec(bits, RSAKeyGenParameterSpec.F4));
    }

    static KeyPair rsaWithExponentThree() throws GeneralSecurityException {
        return generate("RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F0));
    }

    private static KeyPair generate(String type, AlgorithmParameterSpec parameters) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
        generator.initialize(parameters);
        return generator.generateKeyPair();
    }

    static KeyPair of(String type) throws GeneralSecurityException {
        return KeyPairGenerator.getInstance(type).generateKeyPair();
    }

    static Secret pem(Key key) {
        return Secret.of(pem(key, key.getFormat().equals("X.509") ? "PUBLIC KEY" : "PRIVATE KEY"));
    }

    static String pem(Key key, String label) {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(key.getEncoded());
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }

    static String rsaJwk(RSAPrivateCrtKey key) {
        return "{\"kty\":\"RSA\",\"kid\":\"k1\",\"n\":\"" + number(key.getModulus()) + "\",\"e\":\""
                + number(key.getPublicExponent()) + "\",\"d\":\"" + number(key.getPrivateExponent()) + "\",\"p\":\""
                + number(key.getPrimeP()) + "\",\"q\":\"" + number(key.getPrimeQ()) + "\",\"dp\":\""
                + number(key.getPrimeExponentP()) + "\",\"dq\":\"" + number(key.getPrimeExponentQ()) + "\",\"qi\":\""
                + number(key.getCrtCoefficient()) + "\"}";
    }

    static String ed25519Jwk() {
        return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"d\":\"" + RFC_8037_PRIVATE + "\",\"x\":\"" + RFC_8037_PUBLIC
                + "\"}";
    }

    private static String number(BigInteger value) {
        byte[] bytes = value.toByteArray();
        int from = bytes[0] == 0 ? 1 : 0;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOfRange(bytes, from, bytes.length));
    }
}
