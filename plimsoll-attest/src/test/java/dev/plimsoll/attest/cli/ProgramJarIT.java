package dev.plimsoll.attest.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.attest.Exchange;
import dev.plimsoll.attest.JavaProcess;
import dev.plimsoll.run.JavaScriptRequest;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts the program's jar, as its users do. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ProgramJarIT {
    private static final String PASSPHRASE = "correct horse";

    @TempDir
    private Path folder;

    private Path exchanges;

    @BeforeEach
    void storeExchanges() throws IOException {
        exchanges = folder.resolve("exchanges.jsonl");
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                JavaScriptRequest request = JavaScriptRequest.of("console.log(" + i + ")");
                lines.add(new Exchange(request, sandbox.runJavaScript(request)).toJson());
            }
            Files.write(exchanges, lines);
        }
    }

    private JavaProcess program(String... arguments) throws IOException, InterruptedException {
        return program(Map.of(), arguments);
    }

    private JavaProcess program(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(JavaProcess.java(), "-XX:TieredStopAtLevel=1", "-jar", System.getProperty("plimsoll.program")));
        command.addAll(List.of(arguments));
        JavaProcess process = JavaProcess.run(new ProcessBuilder(command).directory(folder.toFile()), environment);
        assertThat(process.stdout() + process.stderr()).doesNotContain(PASSPHRASE, "\tat ", "SLF4J");
        return process;
    }

    private void succeeds(String... arguments) throws IOException, InterruptedException {
        assertThat(program(arguments)).as(String.join(" ", arguments)).matches(p -> p.exitCode() == 0, "exits with 0");
    }

    private static String head(JavaProcess signed) {
        return signed.stdout()
                .lines()
                .filter(line -> line.startsWith("head: "))
                .findFirst()
                .orElseThrow()
                .substring(6);
    }

    private void ends(int exitCode, String message, JavaProcess process) {
        assertThat(process.exitCode()).as(process.toString()).isEqualTo(exitCode);
        assertThat(process.stderr()).contains(message);
    }

    @Test
    void aBundleIsSignedVerifiedAndReplayed()
            throws IOException, InterruptedException, URISyntaxException, ClassNotFoundException {
        succeeds("keygen", "--key", "key", "--public-key", "key.pub", "--no-passphrase");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("key"))))
                .isEqualTo("rw-------");
        succeeds("sign", "--key", "key", "--bundle", "bundle", "exchanges.jsonl");
        ends(
                1,
                "line 4: the bundle ends here without its signed close",
                program("verify", "--public-key", "key.pub", "bundle"));
        succeeds("verify", "--open", "--public-key", "key.pub", "bundle");
        JavaProcess closed = program("sign", "--key", "key", "--bundle", "bundle", "--close");
        assertThat(closed.stdout()).contains("runs: 3", "closed: yes");
        String head = head(closed);
        succeeds("verify", "--public-key", "key.pub", "--expect-head", head, "bundle");
        ends(
                1,
                "another one than the one expected",
                program("verify", "--public-key", "key.pub", "--expect-head", "0".repeat(64), "bundle"));

        String wasm = Path.of(Class.forName("dev.plimsoll.wasm.WasmProvider")
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        JavaProcess replay =
                program("replay", "--public-key", "key.pub", "--provider", "wasm", "--provider-path", wasm, "bundle");
        assertThat(replay.stdout()).as(replay.toString()).contains("3 same, 0 different");
        assertThat(replay.exitCode()).isZero();
        succeeds(
                "replay",
                "--public-key",
                "key.pub",
                "--provider",
                "wasm",
                "--provider-path",
                wasm,
                "--format",
                "html",
                "--output",
                "report.html",
                "bundle");
        assertThat(Files.readString(folder.resolve("report.html"))).startsWith("<!DOCTYPE html>");
        ends(
                3,
                "there already: report.html",
                program(
                        "replay",
                        "--public-key",
                        "key.pub",
                        "--provider",
                        "none",
                        "--output",
                        "report.html",
                        "bundle"));
        ends(3, "wasm", program("replay", "--public-key", "key.pub", "--provider", "wasm", "bundle"));
    }

    /** As docs/attest.md says: the head that was printed tells a bundle from an earlier state of itself. */
    @Test
    void aBundleThatWasTakenBackIsNotGoneOnWithWhenItsHeadIsKnown() throws IOException, InterruptedException {
        succeeds("keygen", "--key", "key", "--public-key", "key.pub", "--no-passphrase");
        String head = head(program("sign", "--key", "key", "--bundle", "bundle", "exchanges.jsonl"));
        Path bundle = folder.resolve("bundle");
        List<String> whole = Files.readAllLines(bundle);
        Files.writeString(bundle, whole.get(0) + "\n");

        String refusal = "the bundle ends without the line that was its last one before";
        ends(1, refusal, program("sign", "--key", "key", "--bundle", "bundle", "--known-head", head, "--close"));
        ends(1, refusal, program("verify", "--open", "--public-key", "key.pub", "--known-head", head, "bundle"));
        assertThat(Files.readAllLines(bundle)).as("nothing was appended").hasSize(1);
        succeeds("verify", "--open", "--public-key", "key.pub", "bundle");

        Files.write(bundle, whole);
        succeeds("sign", "--key", "key", "--bundle", "bundle", "--known-head", head, "--close");
        succeeds("verify", "--public-key", "key.pub", "--known-head", head, "bundle");
    }

    @Test
    void keysAreEncryptedWithAPassphraseFromAFileOrTheEnvironment() throws IOException, InterruptedException {
        Path file = folder.resolve("passphrase");
        Files.writeString(file, PASSPHRASE + "\n");
        ends(
                1,
                "0600",
                program("keygen", "--key", "key", "--public-key", "key.pub", "--passphrase-file", "passphrase"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        succeeds("keygen", "--key", "key", "--public-key", "key.pub", "--passphrase-file", "passphrase");
        assertThat(Files.readString(folder.resolve("key"))).startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----");
        JavaProcess signed = program(
                Map.of("PASSPHRASE", PASSPHRASE),
                "sign",
                "--key",
                "key",
                "--bundle",
                "bundle",
                "--passphrase-env",
                "PASSPHRASE",
                "--close",
                "exchanges.jsonl");
        assertThat(signed.exitCode()).as(signed.toString()).isZero();
        succeeds("verify", "--public-key", "key.pub", "bundle");
        ends(1, "encrypted", program("sign", "--key", "key", "--bundle", "other", "exchanges.jsonl"));
        ends(
                1,
                "no console",
                program("sign", "--key", "key", "--bundle", "other", "--passphrase-prompt", "exchanges.jsonl"));
        Files.setPosixFilePermissions(folder.resolve("key"), PosixFilePermissions.fromString("rw-r--r--"));
        ends(
                1,
                "0600",
                program(
                        "sign",
                        "--key",
                        "key",
                        "--bundle",
                        "other",
                        "--passphrase-file",
                        "passphrase",
                        "exchanges.jsonl"));
        assertThat(folder.resolve("other")).doesNotExist();
    }

    @Test
    void whatIsWrongIsSaidWithItsExitCode() throws IOException, InterruptedException {
        succeeds("keygen", "--key", "key", "--public-key", "key.pub", "--no-passphrase");
        ends(3, "there already", program("keygen", "--key", "key", "--public-key", "key.pub", "--no-passphrase"));
        ends(3, "key.pub", program("keygen", "--key", "k", "--public-key", "key.pub", "--no-passphrase"));
        assertThat(folder.resolve("k")).as("half of a pair").doesNotExist();
        ends(2, "--no-passphrase", program("keygen", "--key", "k", "--public-key", "k.pub"));
        ends(2, "positive", program("verify", "--public-key", "key.pub", "--max-line-bytes", "0", "bundle"));
        ends(2, "Unknown option", program("verify", "--public-key", "key.pub", "--no-such-option", "bundle"));
        ends(3, "there is no file", program("verify", "--public-key", "key.pub", "missing"));
        List<String> lines = new ArrayList<>(Files.readAllLines(exchanges));
        lines.set(1, lines.get(1).replace("\"exit_code\":0", "\"exit_code\":1"));
        Files.write(exchanges, lines);
        ends(1, "line 2 of the exchanges", program("sign", "--key", "key", "--bundle", "bundle", "exchanges.jsonl"));
        succeeds("verify", "--open", "--public-key", "key.pub", "bundle");
        ends(1, "holds no public key", program("verify", "--public-key", "key", "bundle"));
    }

    @Test
    void itExplainsItselfAndCompletes() throws IOException, InterruptedException {
        JavaProcess help = program("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.stdout()).contains("keygen", "sign", "verify", "replay", "Exit codes:", "generate-completion");
        assertThat(program("sign", "--help").stdout())
                .contains("--passphrase-file")
                .doesNotContain("--passphrase ");
        assertThat(program("generate-completion").stdout()).contains("complete -F");
        assertThat(program("--version").stdout()).startsWith("plimsoll-attest 0.");
        assertThat(program().exitCode()).as("without a command").isEqualTo(2);
    }
}
