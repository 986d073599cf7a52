package dev.plimsoll.examples.replay;

import dev.plimsoll.Sandbox;
import dev.plimsoll.attest.BundleVerifier;
import dev.plimsoll.attest.BundleWriter;
import dev.plimsoll.attest.Replay;
import dev.plimsoll.attest.ReplayReport;
import dev.plimsoll.attest.SigningKey;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Stores runs with a fixed clock and seed, runs them again and compares the results. */
public final class ReplayBundle {
    private ReplayBundle() {}

    /** Takes the folder to write to; a temporary one if none is given. */
    public static void main(String[] args) throws IOException {
        Path folder = args.length > 0 ? Path.of(args[0]) : Files.createTempDirectory("plimsoll-replay");
        run(folder, System.out);
    }

    static void run(Path folder, PrintStream out) throws IOException {
        Path bundle = folder.resolve("runs.bundle");
        SigningKey key = SigningKey.generate();
        try (Sandbox sandbox = Sandbox.open("wasm");
                BundleWriter writer = BundleWriter.create(bundle, key)) {
            for (int seed = 0; seed < 5; seed++) {
                JavaScriptRequest request = JavaScriptRequest.builder("console.log(new Date(), Math.random())")
                        .deterministic(Determinism.of(Instant.parse("2026-01-01T00:00:00Z"), seed))
                        .build();
                writer.append(request, sandbox.runJavaScript(request));
            }
            writer.closeBundle();
        }

        try (Sandbox sandbox = Sandbox.open("wasm")) {
            ReplayReport report = Replay.run(bundle, BundleVerifier.with(key.verifyKey()), sandbox);
            out.print(report.toText());
            Path page = folder.resolve("replay.html");
            Files.writeString(page, report.toHtml(), StandardCharsets.US_ASCII);
            out.println("page:      " + page);
        }
    }
}
