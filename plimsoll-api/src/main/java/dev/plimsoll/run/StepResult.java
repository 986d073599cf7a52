package dev.plimsoll.run;

import java.util.Objects;

/**
 * What came back from one step of a project.
 *
 * @param command the command that was run
 * @param exitCode its exit code; 124 for the deadline, 137 for memory
 * @param timedOut whether the deadline ended it
 * @param stdout what it wrote to standard output
 * @param stderr what it wrote to standard error
 * @since 0.1
 */
public record StepResult(String command, int exitCode, boolean timedOut, Output stdout, Output stderr) {
    /** Checks for nulls. */
    public StepResult {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(stdout, "stdout");
        Objects.requireNonNull(stderr, "stderr");
    }
}
