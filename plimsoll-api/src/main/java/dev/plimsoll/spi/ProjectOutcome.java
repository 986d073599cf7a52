package dev.plimsoll.spi;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.Outcome;
import java.util.List;
import java.util.Objects;

/**
 * How a project ended.
 *
 * @param outcome how the run ended
 * @param detail what is to be said about it, at most 1,024 characters; empty for nothing
 * @param memoryExceeded whether memory ended a step
 * @param steps the steps that were run, in the request's order from the first
 * @param artifacts the artifacts that exist and fitted the budget, each one the request asked for
 * @param artifactsTruncated whether an artifact is missing because the budget was spent
 * @param evidence the wall it ran behind
 * @since 0.1
 */
public record ProjectOutcome(
        Outcome outcome,
        String detail,
        boolean memoryExceeded,
        List<StepOutcome> steps,
        List<Artifact> artifacts,
        boolean artifactsTruncated,
        Evidence evidence) {
    /** Copies the lists. */
    public ProjectOutcome {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(detail, "detail");
        steps = List.copyOf(steps);
        artifacts = List.copyOf(artifacts);
        Objects.requireNonNull(evidence, "evidence");
    }
}
