package dev.plimsoll.examples.observability;

import dev.plimsoll.observe.RunEvent;
import dev.plimsoll.observe.RunListener;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Makes a span of each run, a child of the calling thread's, and a histogram of durations. The span holds the receipt's
 * digest, so that a trace leads to the signed record. Thread-safe.
 *
 * <p>A run happens on its caller's thread, and so does this: the context is the caller's. For the asynchronous calls give the
 * sandbox an executor that passes the context on: {@code builder.asyncExecutor(Context.taskWrapping(executor))}.
 */
public final class OpenTelemetryListener implements RunListener {
    static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("plimsoll.provider");
    static final AttributeKey<String> KIND = AttributeKey.stringKey("plimsoll.kind");
    static final AttributeKey<String> ISOLATION = AttributeKey.stringKey("plimsoll.isolation");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("plimsoll.outcome");
    static final AttributeKey<String> CAUSE = AttributeKey.stringKey("plimsoll.cause");
    static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("plimsoll.request_id");
    static final AttributeKey<String> RECEIPT = AttributeKey.stringKey("plimsoll.receipt");
    static final AttributeKey<Long> EXIT_CODE = AttributeKey.longKey("plimsoll.exit_code");
    static final AttributeKey<Long> OUTPUT_BYTES = AttributeKey.longKey("plimsoll.output_bytes");

    private static final String SCOPE = "dev.plimsoll";
    private static final double NANOS_PER_SECOND = 1e9;

    private final Tracer tracer;
    private final DoubleHistogram durations;
    private final InstantSource clock;

    /** Makes a listener. */
    public OpenTelemetryListener(OpenTelemetry telemetry) {
        this(telemetry, InstantSource.system());
    }

    OpenTelemetryListener(OpenTelemetry telemetry, InstantSource clock) {
        this.tracer = telemetry.getTracer(SCOPE);
        this.durations = telemetry
                .getMeter(SCOPE)
                .histogramBuilder("plimsoll.run.duration")
                .setDescription("Runs, from the call to its end, waiting included")
                .setUnit("s")
                .build();
        this.clock = clock;
    }

    @Override
    public void onRun(RunEvent event) {
        RunOutcome outcome = RunOutcome.of(event);
        Attributes common = Attributes.of(
                PROVIDER, event.provider(),
                KIND, event.kind().text(),
                ISOLATION, event.isolation().text(),
                OUTCOME, outcome.text(),
                CAUSE, RunOutcome.cause(event));
        durations.record(event.duration().toNanos() / NANOS_PER_SECOND, common);

        Instant end = clock.instant();
        Span span = tracer.spanBuilder("plimsoll " + event.kind().text())
                .setParent(Context.current())
                .setSpanKind(SpanKind.INTERNAL)
                .setStartTimestamp(end.minus(event.duration()))
                .setAllAttributes(common)
                .setAttribute(REQUEST_ID, event.requestId().toString())
                .setAttribute(OUTPUT_BYTES, event.outputBytes())
                .startSpan();
        event.record().ifPresent(record -> span.setAttribute(RECEIPT, record.recordSha256()));
        event.exitCode().ifPresent(code -> span.setAttribute(EXIT_CODE, (long) code));
        if (outcome == RunOutcome.REFUSED || outcome == RunOutcome.UNKNOWN) {
            // code that failed is a result like any other, and no error of the application
            span.setStatus(StatusCode.ERROR, RunOutcome.cause(event));
        }
        span.end(end);
    }
}
