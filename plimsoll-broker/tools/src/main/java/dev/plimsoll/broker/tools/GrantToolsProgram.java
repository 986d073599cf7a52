package dev.plimsoll.broker.tools;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine;

/**
 * The command-line program. Exit codes: 0 done, 1 the document or a file is not usable, 2 the command line is wrong.
 *
 * @since 0.1
 */
@CommandLine.Command(
        name = "plimsoll-grant",
        mixinStandardHelpOptions = true,
        version = "plimsoll-grant 0.1",
        description = "Makes grants for code in a sandbox.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {OpenApiCommand.class, AutoComplete.GenerateCompletion.class})
@SuppressWarnings("NullAway.Init") // picocli fills the field in
public final class GrantToolsProgram implements Runnable {
    private static final int UNUSABLE = 1;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /** Made by {@link #main}. */
    GrantToolsProgram() {}

    /** Runs the program and ends the process. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new GrantToolsProgram()).setExecutionExceptionHandler((failure, command, parsed) -> {
            PrintWriter err = command.getErr();
            err.println("error: " + PlainText.of(message(failure), 4_000));
            err.flush();
            return UNUSABLE;
        });
    }

    private static String message(Exception failure) {
        return failure instanceof UnusableException || failure instanceof InvalidOpenApiException
                ? String.valueOf(failure.getMessage())
                : "unexpected " + failure.getClass().getName();
    }

    /** Without a command, there is nothing to do. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "name a command");
    }
}
