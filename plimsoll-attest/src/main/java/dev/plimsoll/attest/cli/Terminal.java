package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.AttestationException;
import java.io.Console;

/** The console, if the program has one. */
@SuppressWarnings("SystemConsoleNull") // from Java 22 on there is always one; without a terminal it reads nothing
final class Terminal {
    private Terminal() {}

    static boolean isThere() {
        return System.console() != null;
    }

    static char[] readPassword(String prompt) {
        Console console = System.console();
        char[] password = console == null ? null : console.readPassword(prompt);
        if (password == null) {
            throw new AttestationException("there is no console to ask for the passphrase; use --passphrase-file");
        }
        return password;
    }
}
