package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.AttestationException;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.error.ReceiptMismatchException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program. Its subcommands do the work; it turns what they throw into one line and an exit code. */
@Command(
        name = "plimsoll-attest",
        description = "Signs, verifies and replays the receipts of runs.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            KeygenCommand.class,
            SignCommand.class,
            VerifyCommand.class,
            ReplayCommand.class,
            GenerateCompletion.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything holds",
            "1:the bundle, an exchange or a key is not acceptable",
            "2:the command line is not right",
            "3:a file could not be read or written, or the provider could not be opened",
            "4:the bundle holds, but not every replayed run came out the same"
        },
        footer = {"", "Shell completion: source <(java -jar plimsoll-attest.jar generate-completion)"})
public final class Main {
    /** Tells the version from the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"plimsoll-attest " + (version == null ? "(not from a jar)" : version)};
        }
    }

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        // The program has no log; without this the logging facade says so on the error stream.
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.setExecutionExceptionHandler((thrown, command, parsed) -> {
            command.getErr().println("plimsoll-attest: " + Printable.of(message(thrown)));
            boolean refused = thrown instanceof AttestationException || thrown instanceof ReceiptMismatchException;
            return refused ? ExitCodes.REFUSED : ExitCodes.UNAVAILABLE;
        });
        return commandLine;
    }

    private static String message(Exception thrown) throws Exception {
        if (thrown instanceof NoSuchFileException missing) {
            return "there is no file " + missing.getFile();
        }
        if (thrown instanceof FileAlreadyExistsException existing) {
            return "the file is there already: " + existing.getFile();
        }
        if (thrown instanceof IOException
                || thrown instanceof AttestationException
                || thrown instanceof PlimsollException
                || thrown instanceof CommandLine.ParameterException) {
            return String.valueOf(thrown.getMessage());
        }
        throw thrown; // a bug: its stack trace is wanted
    }
}
