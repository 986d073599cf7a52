package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.AttestationException;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the passphrase of a private key comes from: never from the command line, which every user of a machine can see. */
final class PassphraseOptions {
    private static final long MAX_FILE_BYTES = 4096;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    @Option(
            names = "--passphrase-file",
            paramLabel = "FILE",
            description = "The key's passphrase is this file's first line; only its owner may have access to the file.")
    private @Nullable Path file;

    @Option(
            names = "--passphrase-env",
            paramLabel = "NAME",
            description = "The key's passphrase is this environment variable's value.")
    private @Nullable String variable;

    @Option(names = "--passphrase-prompt", description = "Ask for the key's passphrase at the console.")
    private boolean prompt;

    boolean isGiven() {
        return file != null || variable != null || prompt;
    }

    /** Returns the passphrase; null when none of the options is given. */
    @Nullable Secret read(boolean twice) throws IOException {
        Secret passphrase = null;
        if (file != null) {
            passphrase = fromFile(file);
        } else if (variable != null) {
            String value = System.getenv(variable);
            if (value == null) {
                throw new AttestationException("the environment variable " + variable + " is not set");
            }
            passphrase = Secret.of(value);
        } else if (prompt) {
            passphrase = fromConsole(twice);
        }
        if (passphrase != null && passphrase.isEmpty()) {
            throw new AttestationException("the passphrase is empty");
        }
        return passphrase;
    }

    private static Secret fromFile(Path file) throws IOException {
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
            throw new AttestationException("others than its owner may use the passphrase's file; set its mode to 0600");
        }
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new AttestationException("the passphrase's file is longer than " + MAX_FILE_BYTES + " bytes");
        }
        return Secret.of(Files.readString(file, StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElse(""));
    }

    private static Secret fromConsole(boolean twice) {
        char[] first = Terminal.readPassword("Passphrase: ");
        if (twice && !Arrays.equals(first, Terminal.readPassword("The same again: "))) {
            throw new AttestationException("the passphrases are not the same");
        }
        return Secret.of(new String(first));
    }
}
