package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.BundleVerifier;
import dev.plimsoll.attest.Exchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How a bundle is verified, also before a replay. */
@SuppressWarnings("NullAway.Init") // the fields are picocli's to set
final class VerifyOptions {
    @Option(names = "--public-key", required = true, paramLabel = "FILE", description = "The public key's file.")
    private Path publicKey;

    @Option(
            names = "--open",
            description = "Accept a bundle that was not closed, or whose last line a crash left unfinished.")
    private boolean open;

    @Option(
            names = "--expect-head",
            paramLabel = "SHA256",
            description = "Refuse every bundle but the one with this head, as sign --close printed it.")
    private @Nullable String head;

    @Option(
            names = "--known-head",
            paramLabel = "SHA256",
            description = "Refuse a bundle without this line: the head that was printed before.")
    private @Nullable String knownHead;

    @Option(
            names = "--max-line-bytes",
            paramLabel = "N",
            defaultValue = "" + Exchange.STANDARD_MAX_BYTES,
            description = "Refuse longer lines; a line takes about 5 times its length. Default: ${DEFAULT-VALUE}.")
    private int maxLineBytes;

    @Option(names = "--progress", description = "Show progress also when there is no terminal.")
    private boolean progress;

    BundleVerifier verifier(CommandSpec command) throws IOException {
        if (maxLineBytes <= 0) {
            throw new CommandLine.ParameterException(
                    command.commandLine(), "the bound of --max-line-bytes must be positive");
        }
        BundleVerifier verifier =
                BundleVerifier.with(PublicKeyFile.read(publicKey)).maxLineBytes(maxLineBytes);
        if (open) {
            verifier = verifier.allowOpen();
        }
        if (knownHead != null) {
            verifier = verifier.knownHead(knownHead);
        }
        return head == null ? verifier : verifier.expectHead(head);
    }

    Progress progress(Path bundle, CommandSpec command, String... words) throws IOException {
        return new Progress(
                command.commandLine().getErr(), Files.size(bundle), progress || Terminal.isThere(), List.of(words));
    }
}
