package dev.plimsoll.attest;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.util.PublicKeyFactory;
import org.bouncycastle.crypto.util.SubjectPublicKeyInfoFactory;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/**
 * An Ed25519 public key (RFC 8032). Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class VerifyKey {
    private static final int MAX_PEM_LENGTH = 16 << 10;

    private final Ed25519PublicKeyParameters key;
    private final byte[] der;
    private final String keyId;

    VerifyKey(Ed25519PublicKeyParameters key) {
        this.key = key;
        try {
            this.der =
                    SubjectPublicKeyInfoFactory.createSubjectPublicKeyInfo(key).getEncoded();
            this.keyId = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(der));
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException("an Ed25519 key has no encoding on this platform", e);
        }
    }

    /**
     * Reads a PEM text with one SubjectPublicKeyInfo.
     *
     * @throws AttestationException if it is not the PEM of an Ed25519 public key
     */
    public static VerifyKey parsePem(String pem) {
        if (pem.length() > MAX_PEM_LENGTH) {
            throw new AttestationException("the public key's PEM is longer than " + MAX_PEM_LENGTH + " characters");
        }
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            Object parsed = parser.readObject();
            if (!(parsed instanceof SubjectPublicKeyInfo info)) {
                throw new AttestationException("the PEM holds no public key (BEGIN PUBLIC KEY)");
            }
            AsymmetricKeyParameter parameter = PublicKeyFactory.createKey(info);
            if (!(parameter instanceof Ed25519PublicKeyParameters ed25519)) {
                throw new AttestationException("the public key is not an Ed25519 key");
            }
            return new VerifyKey(ed25519);
        } catch (AttestationException e) {
            throw e;
        } catch (IOException | RuntimeException e) { // the library throws what its parsers throw, of any kind
            throw new AttestationException("the public key's PEM is malformed", e);
        }
    }

    /** Returns the key as the PEM of a SubjectPublicKeyInfo. */
    public String toPem() {
        return pem("PUBLIC KEY", der);
    }

    /** Returns the key id: the hex SHA-256 of the SubjectPublicKeyInfo's DER. */
    public String keyId() {
        return keyId;
    }

    boolean verifies(byte[] message, byte[] signature) {
        Ed25519Signer verifier = new Ed25519Signer();
        verifier.init(false, key);
        verifier.update(message, 0, message.length);
        return verifier.verifySignature(signature);
    }

    static String pem(String type, byte[] content) {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(new PemObject(type, content));
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return "VerifyKey[" + keyId + "]";
    }
}
