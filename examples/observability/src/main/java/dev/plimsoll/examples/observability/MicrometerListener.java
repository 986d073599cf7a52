package dev.plimsoll.examples.observability;

import dev.plimsoll.observe.RunEvent;
import dev.plimsoll.observe.RunListener;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

/**
 * Counts and times runs in Micrometer: {@code plimsoll.runs} by provider, kind, isolation, outcome and cause, and {@code
 * plimsoll.run.output} in bytes. Thread-safe.
 *
 * <p>Each tag has a closed set of values, so that no guest can make series. What differs from run to run, such as the
 * receipt, belongs into spans and logs.
 */
public final class MicrometerListener implements RunListener {
    private final MeterRegistry registry;

    /** Makes a listener that reports to a registry. */
    public MicrometerListener(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void onRun(RunEvent event) {
        Tags run = Tags.of(
                "provider", event.provider(),
                "kind", event.kind().text(),
                "isolation", event.isolation().text());
        Timer.builder("plimsoll.runs")
                .description("Runs, from the call to its end, waiting included")
                .tags(run.and("outcome", RunOutcome.of(event).text(), "cause", RunOutcome.cause(event)))
                .register(registry)
                .record(event.duration());
        if (event.disposition() == RunEvent.Disposition.COMPLETED) {
            DistributionSummary.builder("plimsoll.run.output")
                    .description("Output that was kept of a run")
                    .baseUnit("bytes")
                    .tags(run)
                    .register(registry)
                    .record((double) event.outputBytes());
        }
    }
}
