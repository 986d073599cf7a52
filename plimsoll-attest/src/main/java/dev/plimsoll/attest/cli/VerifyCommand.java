package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.BundleReport;
import dev.plimsoll.attest.BundleVerifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verifies a bundle. */
@Command(
        name = "verify",
        description = "Verifies every signature, digest, evidence field, sequence and close of a bundle.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // the fields are picocli's to set
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private VerifyOptions options;

    @Parameters(paramLabel = "BUNDLE", description = "The bundle.")
    private Path bundle;

    @Override
    public Integer call() throws IOException {
        BundleVerifier verifier = options.verifier(spec);
        BundleReport report;
        try (Progress progress = options.progress(bundle, spec, "verified")) {
            report = verifier.progress(progress).verify(bundle);
        }
        print(spec.commandLine().getOut(), report);
        return ExitCodes.OK;
    }

    static void print(PrintWriter out, BundleReport report) {
        out.println("bundle: " + Printable.of(report.bundle()));
        out.println("key id: " + report.keyId());
        out.println("runs: " + report.runs());
        out.println("sessions: " + report.sessions());
        out.println("lines: " + report.lines());
        out.println("closed: " + (report.closed() ? "yes" : "no: whether lines were cut off at its end is unknown"));
        if (report.tornBytes() > 0) {
            out.println("torn: " + report.tornBytes() + " bytes after the last whole line");
        }
        out.println("head: " + report.headSha256());
    }
}
