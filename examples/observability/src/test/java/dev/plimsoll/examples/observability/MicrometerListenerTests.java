package dev.plimsoll.examples.observability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.OutcomeUnknownException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MicrometerListenerTests {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void countsAndTimesByProviderIsolationAndOutcome() {
        try (ScriptedSandbox scripted = open()) {
            scripted.next(
                    ScriptedRun.printing("42\n"),
                    ScriptedRun.printing("42\n"),
                    ScriptedRun.exiting(3),
                    ScriptedRun.timingOut(),
                    ScriptedRun.exceedingMemory());
            for (int i = 0; i < 5; i++) {
                scripted.sandbox().runJavaScript("1");
            }
        }
        assertThat(count("ok", "none")).isEqualTo(2);
        assertThat(count("failed", "none")).isEqualTo(1);
        assertThat(count("timed_out", "none")).isEqualTo(1);
        assertThat(count("memory_exceeded", "none")).isEqualTo(1);
        assertThat(registry.get("plimsoll.runs").timer().totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
        assertThat(registry.get("plimsoll.run.output").summary().totalAmount()).isEqualTo(6);
    }

    @Test
    void tellsWhatDidNotRunFromWhatMayHave() {
        try (ScriptedSandbox scripted = open()) {
            scripted.next(
                    ScriptedRun.refusing(RefusalReason.CAPACITY),
                    ScriptedRun.failing(() -> new IllegalStateException("no")));
            assertThatThrownBy(() -> scripted.sandbox().runJavaScript("1")).isInstanceOf(NotDispatchedException.class);
            assertThatThrownBy(() -> scripted.sandbox().runJavaScript("1")).isInstanceOf(OutcomeUnknownException.class);
            assertThatThrownBy(() -> scripted.sandbox()
                            .runJavaScript(JavaScriptRequest.builder("1")
                                    .floor(Isolation.VM)
                                    .build()))
                    .isInstanceOf(NotDispatchedException.class);
        }
        assertThat(count("refused", "capacity")).isEqualTo(1);
        assertThat(count("refused", "isolation")).isEqualTo(1);
        assertThat(count("unknown", "ProviderFailureException")).isEqualTo(1);
        assertThat(registry.find("plimsoll.run.output").summary()).isNull();
    }

    @Test
    void makesNoSeriesOfWhatAGuestOrACallerChooses() {
        try (ScriptedSandbox scripted = open()) {
            scripted.otherwise(
                    request -> ScriptedRun.exiting(request.code().utf8().length(), "out" + request.traceId(), "error"));
            for (int i = 1; i <= 200; i++) {
                scripted.sandbox()
                        .runJavaScript(JavaScriptRequest.builder("x".repeat(i))
                                .traceId("trace-" + i)
                                .build());
            }
        }
        assertThat(registry.getMeters()).hasSize(2);
        assertThat(registry.getMeters().stream()
                        .map(Meter::getId)
                        .flatMap(id -> id.getTags().stream())
                        .map(Tag::getValue)
                        .distinct())
                .containsExactlyInAnyOrder("scripted", "javascript", "container", "failed", "none");
    }

    @Test
    void exportsToPrometheusUnderItsNames() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (ScriptedSandbox scripted = ScriptedSandbox.open(
                Isolation.CONTAINER, builder -> builder.listener(new MicrometerListener(prometheus)))) {
            scripted.next(ScriptedRun.printing("42\n"), ScriptedRun.refusing(RefusalReason.CAPACITY));
            scripted.sandbox().runJavaScript("1");
            assertThatThrownBy(() -> scripted.sandbox().runJavaScript("1")).isInstanceOf(NotDispatchedException.class);
        }
        List<String> lines = prometheus.scrape().lines().toList();
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith("plimsoll_runs_seconds_count{")
                        .contains("outcome=\"ok\"", "isolation=\"container\"", "provider=\"scripted\""))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("plimsoll_runs_seconds_count{")
                        .contains("outcome=\"refused\"", "cause=\"capacity\""))
                .anySatisfy(line -> assertThat(line).startsWith("plimsoll_run_output_bytes_sum{"));
    }

    private ScriptedSandbox open() {
        return ScriptedSandbox.open(Isolation.CONTAINER, builder -> builder.listener(new MicrometerListener(registry)));
    }

    private long count(String outcome, String cause) {
        return registry.get("plimsoll.runs")
                .tags("provider", "scripted", "kind", "javascript", "isolation", "container")
                .tags("outcome", outcome, "cause", cause)
                .timer()
                .count();
    }
}
