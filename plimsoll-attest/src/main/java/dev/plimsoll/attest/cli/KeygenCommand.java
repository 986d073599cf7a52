package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.SigningKey;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a key pair. */
@Command(
        name = "keygen",
        description = "Makes an Ed25519 key pair. The private key's file gets the mode 0600.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // the fields are picocli's to set
final class KeygenCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--key", required = true, paramLabel = "FILE", description = "The new private key's file.")
    private Path key;

    @Option(names = "--public-key", required = true, paramLabel = "FILE", description = "The new public key's file.")
    private Path publicKey;

    @Option(names = "--no-passphrase", description = "Write the private key unencrypted.")
    private boolean plain;

    @Mixin
    private PassphraseOptions passphrases;

    @Override
    public Integer call() throws IOException {
        if (plain == passphrases.isGiven()) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "say where the key's passphrase comes from, or --no-passphrase");
        }
        @Nullable Secret passphrase = passphrases.read(true);
        SigningKey made = SigningKey.generate();
        made.writeNew(key, passphrase);
        try {
            Files.writeString(
                    publicKey,
                    made.verifyKey().toPem(),
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            Files.delete(key); // half a pair would be in the way of the next attempt
            throw e;
        }
        spec.commandLine().getOut().println("key id: " + made.verifyKey().keyId());
        return ExitCodes.OK;
    }
}
