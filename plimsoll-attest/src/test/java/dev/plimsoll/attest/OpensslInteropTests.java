package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything an outsider needs to check a bundle and to bring a key, with nothing of ours. */
class OpensslInteropTests {
    private static final String OPENSSL = "/usr/bin/openssl";
    private static final String PASSPHRASE = "correct horse";

    @TempDir
    private Path folder;

    @BeforeEach
    void requireOpenssl() {
        boolean isThere = Files.isExecutable(Path.of(OPENSSL));
        assertThat(isThere || !"true".equals(System.getenv("CI")))
                .as("CI has openssl")
                .isTrue();
        assumeTrue(isThere, "openssl is not installed");
    }

    private int openssl(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(OPENSSL));
        command.addAll(List.of(arguments));
        return JavaProcess.run(new ProcessBuilder(command).directory(folder.toFile()), Map.of("PASSPHRASE", PASSPHRASE))
                .exitCode();
    }

    @Test
    void verifiesEveryEnvelopeOfTheGoldenBundle() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("key.pub"), ReplayReportTests.golden("key.pub"));
        int envelopes = 0;
        for (String line : ReplayReportTests.golden("bundle.jsonl").lines().toList()) {
            BundleLine parsed = BundleLine.parse(line.getBytes(StandardCharsets.UTF_8));
            envelopes += verifies(parsed.place());
            if (parsed.content() instanceof BundleLine.Run run) {
                envelopes += verifies(run.envelope());
            } else if (parsed.content() instanceof BundleLine.SessionClose close) {
                envelopes += verifies(close.envelope());
            }
        }
        assertThat(envelopes).as("7 places, 5 runs, a session's close").isEqualTo(13);
    }

    private int verifies(Envelope envelope) throws IOException, InterruptedException {
        Files.write(folder.resolve("signed"), envelope.preAuthentication());
        Files.write(folder.resolve("signature"), envelope.signature().toByteArray());
        String[] command = {
            "pkeyutl", "-verify", "-pubin", "-inkey", "key.pub", "-rawin", "-in", "signed", "-sigfile", "signature"
        };
        assertThat(openssl(command)).as("openssl's exit code").isZero();
        Files.writeString(folder.resolve("signed"), "x", StandardOpenOption.APPEND);
        assertThat(openssl(command)).as("openssl's exit code for other bytes").isNotZero();
        return 1;
    }

    @Test
    void readsKeysOfOurs() throws IOException, InterruptedException {
        SigningKey key = SigningKey.generate();
        key.writeNew(folder.resolve("plain.pem"), null);
        key.writeNew(folder.resolve("encrypted.pem"), Secret.of(PASSPHRASE));
        for (String name : List.of("plain.pem", "encrypted.pem")) {
            assertThat(openssl("pkey", "-in", name, "-passin", "env:PASSPHRASE", "-pubout", "-out", "key.pub"))
                    .as(name)
                    .isZero();
            assertThat(VerifyKey.parsePem(Files.readString(folder.resolve("key.pub")))
                            .keyId())
                    .isEqualTo(key.verifyKey().keyId());
        }
    }

    @Test
    void writesKeysThatWeRead() throws IOException, InterruptedException {
        assertThat(openssl("genpkey", "-algorithm", "ed25519", "-out", "plain.pem"))
                .isZero();
        assertThat(openssl("pkey", "-in", "plain.pem", "-pubout", "-out", "key.pub"))
                .isZero();
        assertThat(openssl(
                        "pkcs8", "-topk8", "-in", "plain.pem", "-out", "encrypted.pem", "-passout", "env:PASSPHRASE"))
                .isZero();
        assertThat(openssl(
                        "pkcs8",
                        "-topk8",
                        "-scrypt",
                        "-in",
                        "plain.pem",
                        "-out",
                        "scrypt.pem",
                        "-passout",
                        "env:PASSPHRASE"))
                .isZero();
        String keyId =
                VerifyKey.parsePem(Files.readString(folder.resolve("key.pub"))).keyId();
        for (String name : List.of("plain.pem", "encrypted.pem", "scrypt.pem")) {
            Path file = folder.resolve(name);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            Secret passphrase = name.startsWith("plain") ? null : Secret.of(PASSPHRASE);
            assertThat(SigningKey.read(file, passphrase).verifyKey().keyId())
                    .as(name)
                    .isEqualTo(keyId);
        }
    }
}
