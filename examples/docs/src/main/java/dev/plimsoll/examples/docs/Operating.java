package dev.plimsoll.examples.docs;

import dev.plimsoll.Sandbox;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.observe.RunListener;
import dev.plimsoll.run.Limits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Opens a sandbox for a service, as docs/operations.md shows it. */
final class Operating {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    RunListener metrics() {
        RunListener metrics = event -> {
            count(
                    "runs",
                    event.provider(),
                    event.isolation().text(),
                    event.disposition().name());
            event.refusal().ifPresent(reason -> count("refused", reason.name()));
            time("run", event.duration());
        };
        return metrics;
    }

    static Sandbox open(RunListener metrics) {
        Sandbox sandbox = Sandbox.builder()
                .provider("wasm")
                .floor(Isolation.PROCESS)
                .limits(Limits.builder().timeout(Duration.ofSeconds(2)).build())
                .concurrency(2)
                .totalMemoryBytes(256L << 20)
                .admissionWait(Duration.ofMillis(500))
                .closeWait(Duration.ofSeconds(5))
                .listener(metrics)
                .open();
        return sandbox;
    }

    /** Returns a counter, such as {@code runs wasm process COMPLETED}. */
    long counted(String name) {
        return counts.getOrDefault(name, new LongAdder()).sum();
    }

    private void count(String... name) {
        counts.computeIfAbsent(String.join(" ", name), unused -> new LongAdder())
                .increment();
    }

    private void time(String name, Duration duration) {
        counts.computeIfAbsent(name + " ns", unused -> new LongAdder()).add(duration.toNanos());
    }
}
