package dev.plimsoll.examples.observability;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;

/** Runs a few snippets and prints what a Prometheus server would fetch, and the spans. */
public final class Observability {
    private Observability() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        InMemorySpanExporter spans = InMemorySpanExporter.create(); // an application exports over OTLP
        SdkTracerProvider tracing = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(spans))
                .build();
        try (OpenTelemetrySdk telemetry =
                        OpenTelemetrySdk.builder().setTracerProvider(tracing).build();
                Sandbox sandbox = Sandbox.builder()
                        .provider("wasm")
                        .listener(new MicrometerListener(metrics))
                        .listener(new OpenTelemetryListener(telemetry))
                        .open()) {
            handleRequest(telemetry.getTracer("application"), sandbox);
            metrics.scrape()
                    .lines()
                    .filter(line -> line.startsWith("plimsoll_"))
                    .forEach(System.out::println);
            spans.getFinishedSpanItems()
                    .forEach(span -> System.out.println(span.getName() + " parent " + span.getParentSpanId() + " "
                            + span.getAttributes().asMap()));
        }
    }

    private static void handleRequest(Tracer tracer, Sandbox sandbox) {
        Span request = tracer.spanBuilder("POST /answers").startSpan();
        Context.current().with(request).wrap(() -> answer(sandbox)).run();
        request.end();
    }

    private static void answer(Sandbox sandbox) {
        sandbox.runJavaScript("console.log(6 * 7)");
        sandbox.runJavaScript("throw new Error('no')");
        try {
            sandbox.runJavaScript(
                    JavaScriptRequest.builder("1").floor(Isolation.VM).build());
        } catch (InsufficientIsolationException e) {
            Span.current().addEvent("the wall is below the floor");
        }
    }
}
