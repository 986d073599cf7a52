package dev.plimsoll.testkit;

import dev.plimsoll.run.ProgramResult;
import dev.plimsoll.run.ProjectResult;

/**
 * Assertions about results, for use beside AssertJ's own.
 *
 * <pre>{@code
 * assertThat(result).ranBehind(CONTAINER).exitedWith(0).hasStdout("42\n").hasValidReceiptFor(request);
 * }</pre>
 *
 * @since 0.1
 */
public final class PlimsollAssertions {
    private PlimsollAssertions() {}

    /** Starts assertions about the result of a snippet or a cell. */
    public static ProgramResultAssert assertThat(ProgramResult actual) {
        return new ProgramResultAssert(actual);
    }

    /** Starts assertions about the result of a project. */
    public static ProjectResultAssert assertThat(ProjectResult actual) {
        return new ProjectResultAssert(actual);
    }
}
