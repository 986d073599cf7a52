package dev.plimsoll.spi;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.ModuleRun;
import dev.plimsoll.run.Outcome;
import java.util.List;
import java.util.Objects;

/**
 * How a module run ended. Its output is in the dispatch's sinks.
 *
 * @param outcome how the run ended
 * @param detail what is to be said about it, at most 1,024 characters; empty for nothing
 * @param width how many numbers the model gives for each moment
 * @param runs a run for each row that was run, in order
 * @param evidence the wall it ran behind
 * @since 0.1
 */
public record ModuleOutcome(Outcome outcome, String detail, int width, List<ModuleRun> runs, Evidence evidence) {
    /** Copies the list. */
    public ModuleOutcome {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(detail, "detail");
        runs = List.copyOf(runs);
        Objects.requireNonNull(evidence, "evidence");
    }
}
