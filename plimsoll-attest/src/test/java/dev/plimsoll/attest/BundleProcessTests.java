package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.run.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bundles between processes: a writer that is killed, a second writer, a verifier with a small heap. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class BundleProcessTests {
    @TempDir
    private Path folder;

    /** Appends until it is killed; says after each line how many are on the disk. */
    static final class Appender {
        private Appender() {}

        public static void main(String[] args) throws IOException {
            SigningKey key = SigningKey.read(Path.of(args[0]), null);
            try (BundleWriter writer = BundleWriter.create(Path.of(args[1]), key)) {
                for (int i = 1; ; i++) {
                    writer.append(StoredRuns.snippet("1", Bytes.copyOf(new byte[300_000])));
                    System.out.println(i);
                }
            }
        }
    }

    /** Verifies a bundle and prints how many runs it has. */
    static final class Verifier {
        private Verifier() {}

        public static void main(String[] args) throws IOException {
            VerifyKey key = VerifyKey.parsePem(Files.readString(Path.of(args[0])));
            System.out.println(BundleVerifier.with(key).verify(Path.of(args[1])).runs());
        }
    }

    @Test
    void whatAKilledWriterAcknowledgedIsThereAndGood() throws IOException, InterruptedException {
        SigningKey key = SigningKey.generate();
        key.writeNew(folder.resolve("key"), null);
        BundleVerifier verifier = BundleVerifier.with(key.verifyKey()).allowOpen();
        for (int kill = 1; kill <= 4; kill++) {
            Path file = folder.resolve("bundle" + kill);
            Process process = JavaProcess.onClassPath(
                            List.of(),
                            Appender.class.getName(),
                            folder.resolve("key").toString(),
                            file.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            long acknowledged = 0;
            try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
                for (int i = 0; i < kill * 3; i++) {
                    acknowledged = Long.parseLong(lines.readLine());
                }
                assertThatExceptionOfType(AttestationException.class)
                        .isThrownBy(() -> BundleWriter.resume(file, key, BundleWriter.TornLine.CUT))
                        .withMessageContaining("another process");
                process.destroyForcibly().waitFor();
            } finally {
                process.destroyForcibly().waitFor();
            }
            BundleReport report = verifier.verify(file);
            assertThat(report.runs()).as("runs on the disk").isGreaterThanOrEqualTo(acknowledged);
            try (BundleWriter writer = BundleWriter.resume(file, key, BundleWriter.TornLine.CUT)) {
                writer.append(StoredRuns.snippet(1));
                assertThat(writer.closeBundle().runs()).isEqualTo(report.runs() + 1);
            }
            verifier.verify(file);
        }
    }

    @Test
    void aBundleLargerThanTheHeapVerifies() throws IOException, InterruptedException {
        SigningKey key = SigningKey.generate();
        Files.writeString(folder.resolve("key.pub"), key.verifyKey().toPem());
        Path file = folder.resolve("bundle");
        int runs = 120;
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            Exchange exchange = StoredRuns.snippet("1", Bytes.copyOf(new byte[400_000]));
            for (int i = 0; i < runs; i++) {
                writer.append(exchange);
            }
            writer.closeBundle();
        }
        assertThat(Files.size(file)).as("bytes in the bundle").isGreaterThan(2 * (24L << 20));
        JavaProcess process = JavaProcess.run(
                JavaProcess.onClassPath(
                        List.of("-Xmx24m", "-XX:+UseSerialGC"),
                        Verifier.class.getName(),
                        folder.resolve("key.pub").toString(),
                        file.toString()),
                Map.of());
        assertThat(process.stderr()).doesNotContain("OutOfMemoryError");
        assertThat(process.stdout().strip()).isEqualTo(Integer.toString(runs));
    }
}
