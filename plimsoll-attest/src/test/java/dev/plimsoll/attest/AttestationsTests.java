package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.testkit.PlimsollTest;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@PlimsollTest(tier = Isolation.CONTAINER)
class AttestationsTests {
    private static final JavaScriptRequest REQUEST = JavaScriptRequest.of("console.log(42)");

    private final SigningKey key = SigningKey.generate();
    private JavaScriptResult result;

    @TempDir
    private Path folder;

    @BeforeEach
    void run(ScriptedSandbox scripted) {
        scripted.next(ScriptedRun.printing("42\n"));
        result = scripted.sandbox().runJavaScript(REQUEST);
    }

    @Test
    void aSignedRunVerifiesAfterATripThroughJson() {
        String json = Attestations.sign(REQUEST, result, key).toJson();
        Envelope read = Envelope.parse(json.getBytes(StandardCharsets.UTF_8));
        VerifyKey publicKey = VerifyKey.parsePem(key.verifyKey().toPem());
        assertThat(Attestations.verify(read, REQUEST, result, publicKey)).isEqualTo(result.record());
        assertThat(json).doesNotContain("\n");
    }

    @Test
    void aRecordThatDoesNotMatchIsNeverSigned() {
        assertThatExceptionOfType(ReceiptMismatchException.class)
                .isThrownBy(() -> Attestations.sign(JavaScriptRequest.of("other"), result, key));
    }

    @Test
    void anotherKeyAndAnotherRunAreRefused(ScriptedSandbox scripted) {
        Envelope envelope = Attestations.sign(REQUEST, result, key);
        VerifyKey other = SigningKey.generate().verifyKey();
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> Attestations.verify(envelope, other))
                .withMessageContaining("another key");
        Envelope renamed = new Envelope(envelope.payload(), other.keyId(), envelope.signature());
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> Attestations.verify(renamed, other))
                .withMessageContaining("signature");
        scripted.next(ScriptedRun.printing("43\n"));
        JavaScriptResult second = scripted.sandbox().runJavaScript(REQUEST);
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> Attestations.verify(envelope, REQUEST, second, key.verifyKey()))
                .withMessageContaining("another run");
    }

    @Test
    void aSignedStatementThatIsNotConsistentIsRefused() {
        String good = RunStatement.write(result.record()).utf8();
        assertStatementRefused(good.replace("run-record/v1", "run-record/v9"));
        assertStatementRefused(good.replace("Statement/v1", "Statement/v0"));
        assertStatementRefused(good.replace("\"version\":2", "\"version\":3"));
        assertStatementRefused(good.replace("\"version\":2", "\"version\":2,\"version\":2"));
        assertStatementRefused(good.replace("\"version\":2", "\"version\":2,\"more\":1"));
        assertStatementRefused(good.replace("\"sequence\":0,", ""));
        assertStatementRefused(good.replace("\"sequence\":0", "\"sequence\":null"));
        assertStatementRefused(good.replace("\"sequence\":0", "\"sequence\":99999999999999999999"));
        assertStatementRefused(good.replace("\"name\":\"run-record\"", "\"name\":\"other\""));
        assertStatementRefused(good + "{}");
        Envelope stronger = Envelope.sign(Bytes.utf8(good.replace("\"container\"", "\"vm\"")), key);
        assertThatExceptionOfType(ReceiptMismatchException.class)
                .isThrownBy(() -> Attestations.verify(stronger, key.verifyKey()));
    }

    /** What another verifier would take for something else than we do. */
    @Test
    void anEnvelopeThatIsWrittenInAnotherShapeIsRefused() {
        String good = Attestations.sign(REQUEST, result, key).toJson();
        String signature = good.substring(good.indexOf("[") + 1, good.indexOf("]"));
        String flat = signature.substring(1, signature.length() - 1).replace("\"keyid", "\"signatures/0/keyid");
        for (String bad : List.of(
                good.replace("[" + signature + "]", "[" + signature + ",{}]"),
                good.replace("[" + signature + "]", "[" + signature + ",[]]"),
                good.replace("[" + signature + "]", "{\"0\":" + signature + "}"),
                good.replace("\"signatures\":[" + signature + "]", flat.replace("\"sig\"", "\"signatures/0/sig\"")),
                good.replace("[" + signature + "]", "[" + signature + "],\"signatures/0/keyid\":\"other\""),
                good.replace("{\"payloadType", "{\"more\":{},\"payloadType"),
                good.replace("{\"payloadType", "{\"more\":[],\"payloadType"))) {
            assertThat(bad).isNotEqualTo(good);
            assertThatExceptionOfType(AttestationException.class)
                    .as(bad)
                    .isThrownBy(() -> Envelope.parse(bad.getBytes(StandardCharsets.UTF_8)));
        }
        assertStatementRefused(RunStatement.write(result.record()).utf8().replace("}]", "},{}]"));
    }

    private void assertStatementRefused(String statement) {
        Envelope envelope = Envelope.sign(Bytes.utf8(statement), key);
        assertThatExceptionOfType(AttestationException.class)
                .as(statement)
                .isThrownBy(() -> Attestations.verify(envelope, key.verifyKey()));
    }

    @Test
    void noChangedByteOfAnEnvelopeVerifiesAsAnotherRecord() {
        byte[] good = Attestations.sign(REQUEST, result, key).toJson().getBytes(StandardCharsets.UTF_8);
        Random random = new Random(6);
        for (int i = 0; i < 2000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            int length = random.nextBoolean() ? bad.length : random.nextInt(bad.length);
            byte[] cut = Arrays.copyOf(bad, length);
            try {
                assertThat(Attestations.verify(Envelope.parse(cut), key.verifyKey()))
                        .isEqualTo(result.record());
            } catch (AttestationException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void deepNestingAndLengthAreBounded() {
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> Envelope.parse("{\"a\":".repeat(5000).getBytes(StandardCharsets.UTF_8)));
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> Envelope.parse(new byte[Envelope.MAX_BYTES + 1]));
    }

    @Test
    void keysComeBackFromTheirFilesPlainAndEncrypted() throws IOException {
        Path plain = folder.resolve("plain.pem");
        Path encrypted = folder.resolve("encrypted.pem");
        Secret passphrase = Secret.of("correct horse");
        key.writeNew(plain, null);
        key.writeNew(encrypted, passphrase);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(plain)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(encrypted)).startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----");
        String keyId = key.verifyKey().keyId();
        assertThat(SigningKey.read(plain, null).verifyKey().keyId()).isEqualTo(keyId);
        assertThat(SigningKey.read(encrypted, passphrase).verifyKey().keyId()).isEqualTo(keyId);
        assertThat(key.toString()).isEqualTo("SigningKey[" + keyId + "]");
        assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(() -> key.writeNew(plain, null));
        assertRefused(encrypted, Secret.of("wrong"), "passphrase");
        assertRefused(encrypted, null, "encrypted");
        assertRefused(plain, passphrase, "not encrypted");
    }

    @Test
    void aKeyFileThatOthersMayReadIsRefused() throws IOException {
        Path file = folder.resolve("key.pem");
        key.writeNew(file, null);
        Path link = Files.createSymbolicLink(folder.resolve("link.pem"), file);
        assertRefused(link, null, "symbolic link");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertRefused(file, null, "0600");
    }

    @Test
    void aKeyOfAnotherKindOrNoKeyIsRefused() throws IOException {
        Path file = folder.resolve("public.pem");
        Files.writeString(file, key.verifyKey().toPem());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertRefused(file, null, "PKCS#8");
        assertThatExceptionOfType(AttestationException.class).isThrownBy(() -> VerifyKey.parsePem("no key"));
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> VerifyKey.parsePem("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"));
    }

    @Test
    void aDamagedKeyIsReadOrRefused() throws IOException {
        Path file = folder.resolve("damaged.pem");
        key.writeNew(file, null);
        String good = Files.readString(file);
        Random random = new Random(6);
        for (int i = 0; i < 1000; i++) {
            Files.writeString(file, damaged(good, random));
            String pem = damaged(key.verifyKey().toPem(), random);
            try {
                VerifyKey.parsePem(pem);
            } catch (AttestationException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
            try {
                SigningKey.read(file, null);
            } catch (AttestationException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }

    private static String damaged(String pem, Random random) {
        String[] lines = pem.split("\n", -1);
        byte[] der = Base64.getDecoder().decode(lines[1]);
        der[random.nextInt(der.length)] = (byte) random.nextInt(256);
        return pem.replace(lines[1], Base64.getEncoder().encodeToString(der));
    }

    private static void assertRefused(Path file, Secret passphrase, String reason) {
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> SigningKey.read(file, passphrase))
                .withMessageContaining(reason);
    }
}
