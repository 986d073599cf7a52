package dev.plimsoll.examples.attest;

import dev.plimsoll.Sandbox;
import dev.plimsoll.attest.BundleRefusedException;
import dev.plimsoll.attest.BundleReport;
import dev.plimsoll.attest.BundleVerifier;
import dev.plimsoll.attest.BundleWriter;
import dev.plimsoll.attest.Exchange;
import dev.plimsoll.attest.SigningKey;
import dev.plimsoll.attest.VerifyKey;
import dev.plimsoll.run.JavaScriptRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs snippets, signs the exchanges into a bundle, verifies it, and shows that an edited one is refused. */
public final class Attest {
    private Attest() {}

    /** Takes the folder to write to; a temporary one if none is given. */
    public static void main(String[] args) throws IOException {
        Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("plimsoll-attest");
        signAndVerify(folder.resolve("runs.bundle"), System.out);
    }

    static void signAndVerify(Path bundle, PrintStream out) throws IOException {
        // In the process that runs code: no key, only lines of JSON that are handed over.
        List<String> lines = run("console.log(6 * 7)", "throw new Error('no')");

        // In the process that signs: no code.
        SigningKey key = SigningKey.generate();
        sign(lines, bundle, key);

        // Wherever the bundle is checked: the public key alone.
        VerifyKey publicKey = key.verifyKey();
        BundleReport report = BundleVerifier.with(publicKey).verify(bundle);
        out.println("runs:    " + report.runs());
        out.println("closed:  " + report.closed());
        out.println("head:    " + report.headSha256());

        String edited = Files.readString(bundle).replaceFirst("\"exit_code\":1", "\"exit_code\":0");
        Files.writeString(bundle, edited);
        try {
            BundleVerifier.with(publicKey).verify(bundle);
        } catch (BundleRefusedException e) {
            out.println("refused: " + e.getMessage());
        }
    }

    private static List<String> run(String... snippets) {
        List<String> lines = new ArrayList<>();
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            for (String code : snippets) {
                JavaScriptRequest request = JavaScriptRequest.of(code);
                lines.add(new Exchange(request, sandbox.runJavaScript(request)).toJson());
            }
        }
        return lines;
    }

    private static void sign(List<String> lines, Path bundle, SigningKey key) throws IOException {
        try (BundleWriter writer = BundleWriter.create(bundle, key)) {
            for (String line : lines) {
                writer.append(Exchange.parse(line.getBytes(StandardCharsets.UTF_8)));
            }
            writer.closeBundle();
        }
    }
}
