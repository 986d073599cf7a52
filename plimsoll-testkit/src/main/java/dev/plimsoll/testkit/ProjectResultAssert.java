package dev.plimsoll.testkit;

import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectResult;

/**
 * Assertions about the result of a project.
 *
 * @since 0.1
 */
public final class ProjectResultAssert extends RunResultAssert<ProjectResultAssert, ProjectResult> {
    ProjectResultAssert(ProjectResult actual) {
        super(actual, ProjectResultAssert.class);
    }

    /** Verifies that the project completed and each step ended with exit code 0. */
    public ProjectResultAssert succeeded() {
        isNotNull();
        if (!actual.succeeded()) {
            failWithMessage(
                    "expected success, the outcome was %s (%s) with the exit codes %s",
                    actual.outcome().text(),
                    actual.outcomeDetail(),
                    actual.steps().stream().map(step -> step.exitCode()).toList());
        }
        return this;
    }

    /** Verifies the outcome. */
    public ProjectResultAssert hasOutcome(Outcome outcome) {
        isNotNull();
        if (actual.outcome() != outcome) {
            failWithMessage(
                    "expected the outcome %s, it was %s (%s)",
                    outcome.text(), actual.outcome().text(), actual.outcomeDetail());
        }
        return this;
    }

    /** Verifies an artifact's content, decoded as UTF-8. */
    public ProjectResultAssert hasArtifact(String path, String text) {
        isNotNull();
        String content =
                actual.artifact(path).map(artifact -> artifact.content().utf8()).orElse(null);
        if (content == null) {
            failWithMessage("expected an artifact <%s>, there is none", path);
        } else if (!content.equals(text)) {
            failWithMessage("expected the artifact <%s> to be <%s>, it was <%s>", path, text, content);
        }
        return this;
    }
}
