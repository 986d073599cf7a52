package dev.plimsoll.examples.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpenTelemetryListenerTests {
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .setMeterProvider(
                    SdkMeterProvider.builder().registerMetricReader(metrics).build())
            .build();

    @AfterEach
    void close() {
        telemetry.close();
    }

    @Test
    void putsTheReceiptsDigestIntoTheSpan() {
        JavaScriptResult result = one(ScriptedRun.exiting(3, "secret output", ""));
        SpanData span = onlySpan();
        assertThat(span.getName()).isEqualTo("plimsoll javascript");
        assertThat(span.getAttributes().get(OpenTelemetryListener.RECEIPT))
                .isEqualTo(result.record().recordSha256());
        assertThat(span.getAttributes().get(OpenTelemetryListener.PROVIDER)).isEqualTo("scripted");
        assertThat(span.getAttributes().get(OpenTelemetryListener.ISOLATION)).isEqualTo("container");
        assertThat(span.getAttributes().get(OpenTelemetryListener.OUTCOME)).isEqualTo("failed");
        assertThat(span.getAttributes().get(OpenTelemetryListener.EXIT_CODE)).isEqualTo(3);
        assertThat(span.getAttributes().get(OpenTelemetryListener.OUTPUT_BYTES)).isEqualTo(13);
        assertThat(span.getAttributes().get(OpenTelemetryListener.REQUEST_ID)).matches("[0-9a-f]{32}");
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(span.getEndEpochNanos()).isGreaterThan(span.getStartEpochNanos());
        assertThat(span.toString()).doesNotContain("secret", "code-of-the-guest");
    }

    @Test
    void makesARefusalAnErrorWithoutAReceipt() {
        with(
                builder -> {},
                scripted -> assertThatThrownBy(() -> scripted.sandbox()
                                .runJavaScript(JavaScriptRequest.builder("1")
                                        .floor(Isolation.VM)
                                        .build()))
                        .isInstanceOf(InsufficientIsolationException.class));
        SpanData span = onlySpan();
        assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span.getStatus().getDescription()).isEqualTo("isolation");
        assertThat(span.getAttributes().get(OpenTelemetryListener.RECEIPT)).isNull();
    }

    @Test
    void makesTheSpanAChildOfTheCallersOne() throws Exception {
        Span caller = telemetry.getTracer("test").spanBuilder("caller").startSpan();
        Context.current()
                .with(caller)
                .wrap(() -> one(ScriptedRun.printing("42\n")))
                .call();
        assertThat(onlySpan().getParentSpanContext()).isEqualTo(caller.getSpanContext());
    }

    @Test
    void keepsTheCallersContextOverAnAsynchronousCall() {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Span caller = telemetry.getTracer("test").spanBuilder("caller").startSpan();
        try {
            with(builder -> builder.asyncExecutor(Context.taskWrapping((Executor) executor)), scripted -> {
                scripted.next(ScriptedRun.printing("42\n"));
                Context.current()
                        .with(caller)
                        .wrapSupplier(() -> scripted.sandbox().runJavaScriptAsync(JavaScriptRequest.of("1")))
                        .get()
                        .join();
            });
        } finally {
            executor.shutdownNow();
        }
        assertThat(onlySpan().getParentSpanContext()).isEqualTo(caller.getSpanContext());
    }

    @Test
    void recordsDurationsWithTheSameFewAttributes() {
        with(builder -> {}, scripted -> {
            scripted.otherwise(
                    request -> ScriptedRun.exiting(request.code().utf8().length()));
            for (int i = 1; i <= 50; i++) {
                scripted.sandbox().runJavaScript("x".repeat(i));
            }
        });
        MetricData durations = metrics.collectAllMetrics().stream()
                .filter(metric -> metric.getName().equals("plimsoll.run.duration"))
                .findFirst()
                .orElseThrow();
        assertThat(durations.getHistogramData().getPoints()).singleElement().satisfies(point -> {
            assertThat(point.getCount()).isEqualTo(50);
            assertThat(point.getAttributes().get(OpenTelemetryListener.OUTCOME)).isEqualTo("failed");
            assertThat(point.getAttributes().size()).isEqualTo(5);
        });
    }

    private JavaScriptResult one(ScriptedRun run) {
        JavaScriptResult[] result = new JavaScriptResult[1];
        with(builder -> {}, scripted -> {
            scripted.next(run);
            result[0] = scripted.sandbox().runJavaScript("/* code-of-the-guest */");
        });
        return result[0];
    }

    private void with(Consumer<SandboxBuilder> settings, Consumer<ScriptedSandbox> test) {
        try (ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.CONTAINER, builder -> {
            builder.listener(new OpenTelemetryListener(telemetry));
            settings.accept(builder);
        })) {
            test.accept(scripted);
        }
    }

    private SpanData onlySpan() {
        List<SpanData> spans = exporter.getFinishedSpanItems();
        assertThat(spans).hasSize(1);
        return spans.get(0);
    }
}
