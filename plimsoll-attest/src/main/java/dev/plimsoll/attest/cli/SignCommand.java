package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.AttestationException;
import dev.plimsoll.attest.BundleReport;
import dev.plimsoll.attest.BundleWriter;
import dev.plimsoll.attest.Exchange;
import dev.plimsoll.attest.ExchangeReader;
import dev.plimsoll.attest.SigningKey;
import dev.plimsoll.error.ReceiptMismatchException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Signs exchanges and appends them to a bundle. */
@Command(
        name = "sign",
        description = {
            "Checks exchanges, signs them and appends them to a bundle, which is made when it is not there.",
            "Stops at the first exchange that does not match its record; those before it stay signed."
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // the fields are picocli's to set
final class SignCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--key", required = true, paramLabel = "FILE", description = "The private key's file, mode 0600.")
    private Path key;

    @Option(names = "--bundle", required = true, paramLabel = "FILE", description = "The bundle to append to.")
    private Path bundle;

    @Option(names = "--cut-torn", description = "Cut off a last line that a crash left unfinished.")
    private boolean cutTorn;

    @Option(
            names = "--known-head",
            paramLabel = "SHA256",
            description = "Refuse to append to a bundle without this line: the head that sign printed before.")
    private @Nullable String knownHead;

    @Option(names = "--close", description = "Close the bundle afterwards, and the sessions in it.")
    private boolean close;

    @Mixin
    private PassphraseOptions passphrases;

    @Parameters(
            arity = "0..1",
            paramLabel = "EXCHANGES",
            description = "The exchanges as JSON Lines; - for standard input. None: only --close.")
    private @Nullable Path exchanges;

    @Override
    public Integer call() throws IOException {
        SigningKey signer = SigningKey.read(key, passphrases.read(false));
        try (BundleWriter writer = open(signer)) {
            long signed = 0;
            if (exchanges != null) {
                try (InputStream in = exchanges.toString().equals("-") ? System.in : Files.newInputStream(exchanges)) {
                    signed = append(writer, in);
                }
            }
            BundleReport report = close ? writer.closeBundle() : writer.report();
            PrintWriter out = spec.commandLine().getOut();
            out.println("signed: " + signed);
            VerifyCommand.print(out, report);
        }
        return ExitCodes.OK;
    }

    private BundleWriter open(SigningKey signer) throws IOException {
        BundleWriter.TornLine torn = cutTorn ? BundleWriter.TornLine.CUT : BundleWriter.TornLine.REFUSE;
        if (knownHead != null) {
            return BundleWriter.resume(bundle, signer, torn, knownHead);
        }
        return Files.exists(bundle) ? BundleWriter.resume(bundle, signer, torn) : BundleWriter.create(bundle, signer);
    }

    private static long append(BundleWriter writer, InputStream in) throws IOException {
        ExchangeReader reader = new ExchangeReader(in);
        long signed = 0;
        for (Exchange exchange = reader.next(); exchange != null; exchange = reader.next()) {
            try {
                writer.append(exchange);
            } catch (AttestationException | ReceiptMismatchException e) {
                throw new AttestationException(
                        "line " + (signed + 1) + " of the exchanges is not signed: " + e.getMessage(), e);
            }
            signed++;
        }
        return signed;
    }
}
