package dev.plimsoll.attest;

import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.io.StringReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.Set;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.crypto.params.AsymmetricKeyParameter;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.util.PrivateKeyFactory;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.jspecify.annotations.Nullable;

/**
 * An Ed25519 private key (RFC 8032). Never printed; it leaves only into a file that its owner alone can read. Immutable
 * and thread-safe.
 *
 * @since 0.1
 */
public final class SigningKey {
    private static final long MAX_FILE_BYTES = 16 << 10;
    /** What OWASP's password storage cheat sheet asks of PBKDF2 with HMAC-SHA-256. */
    private static final int ITERATIONS = 600_000;

    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Ed25519PrivateKeyParameters key;
    private final VerifyKey verifyKey;

    private SigningKey(Ed25519PrivateKeyParameters key) {
        this.key = key;
        this.verifyKey = new VerifyKey(key.generatePublicKey());
    }

    /** Makes a new key from the platform's secure random source. */
    public static SigningKey generate() {
        return new SigningKey(new Ed25519PrivateKeyParameters(new SecureRandom()));
    }

    /**
     * Reads a PKCS#8 PEM file, encrypted or not.
     *
     * @param passphrase the passphrase of an encrypted key; null for a plain one
     * @throws AttestationException if the file is a symbolic link, can be read or written by others than its owner, is
     *     no Ed25519 private key, or the passphrase is wrong, missing or superfluous
     * @throws IOException if the file cannot be read
     */
    public static SigningKey read(Path file, @Nullable Secret passphrase) throws IOException {
        requireOwnerOnly(file);
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new AttestationException("the key file is longer than " + MAX_FILE_BYTES + " bytes");
        }
        String pem = Files.readString(file, StandardCharsets.US_ASCII);
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            AsymmetricKeyParameter parameter = PrivateKeyFactory.createKey(keyInfo(parser.readObject(), passphrase));
            if (parameter instanceof Ed25519PrivateKeyParameters ed25519) {
                return new SigningKey(ed25519);
            }
            throw new AttestationException("the private key is not an Ed25519 key");
        } catch (AttestationException e) {
            throw e;
        } catch (IOException | RuntimeException e) { // the library throws what its parsers throw, of any kind
            throw new AttestationException("the key file is malformed; expected PKCS#8 in PEM", e);
        }
    }

    private static PrivateKeyInfo keyInfo(@Nullable Object parsed, @Nullable Secret passphrase) {
        if (parsed instanceof PrivateKeyInfo info) {
            if (passphrase != null) {
                throw new AttestationException("a passphrase was given, but the key file is not encrypted");
            }
            return info;
        }
        if (!(parsed instanceof PKCS8EncryptedPrivateKeyInfo encrypted)) {
            throw new AttestationException("the key file holds no PKCS#8 private key");
        }
        if (passphrase == null) {
            throw new AttestationException("the key file is encrypted; give its passphrase");
        }
        try {
            return encrypted.decryptPrivateKeyInfo(new JceOpenSSLPKCS8DecryptorProviderBuilder()
                    .setProvider(new BouncyCastleProvider())
                    .build(passphrase.reveal().toCharArray()));
        } catch (PKCSException | OperatorCreationException e) {
            throw new AttestationException("the passphrase does not open the key file", e);
        }
    }

    /**
     * Writes the key to a new file with mode 0600, as PKCS#8 in PEM, and forces it to the disk.
     *
     * @param passphrase encrypts the key (AES-256-CBC, PBKDF2); null writes it in the clear
     * @throws IOException if the file exists, cannot be written, or its file system has no file modes
     */
    public void writeNew(Path file, @Nullable Secret passphrase) throws IOException {
        // version 1, without the public key: openssl 3.0 does not read what RFC 5958 added
        PrivateKeyInfo info = new PrivateKeyInfo(
                new AlgorithmIdentifier(EdECObjectIdentifiers.id_Ed25519), new DEROctetString(key.getEncoded()));
        String pem;
        if (passphrase == null) {
            pem = VerifyKey.pem("PRIVATE KEY", info.getEncoded());
        } else {
            try {
                var encryptor = new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
                        .setProvider(new BouncyCastleProvider())
                        .setPRF(PKCS8Generator.PRF_HMACSHA256)
                        .setIterationCount(ITERATIONS)
                        .setPassword(passphrase.reveal().toCharArray())
                        .build();
                var object = new PKCS8Generator(info, encryptor).generate();
                pem = VerifyKey.pem(object.getType(), object.getContent());
            } catch (OperatorCreationException e) {
                throw new IllegalStateException("this platform cannot encrypt a private key", e);
            }
        }
        try (FileChannel channel = FileChannel.open(
                        file,
                        EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(OWNER_ONLY));
                var out = Channels.newOutputStream(channel)) {
            out.write(pem.getBytes(StandardCharsets.US_ASCII));
            channel.force(true);
        }
    }

    private static void requireOwnerOnly(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new AttestationException("the key file must be a regular file, and no symbolic link");
        }
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))) {
            throw new AttestationException("others than its owner may use the key file; set its mode to 0600");
        }
    }

    /** Returns the public half. */
    public VerifyKey verifyKey() {
        return verifyKey;
    }

    byte[] sign(byte[] message) {
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, key);
        signer.update(message, 0, message.length);
        return signer.generateSignature();
    }

    @Override
    public String toString() {
        return "SigningKey[" + verifyKey.keyId() + "]";
    }
}
