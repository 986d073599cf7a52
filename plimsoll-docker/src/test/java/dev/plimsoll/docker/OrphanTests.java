package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.run.JavaScriptRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Containers that nobody will remove are removed, and no others. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class OrphanTests {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Runs in a JVM of its own that is killed while the run is under way. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] args) {
            try (Sandbox sandbox = TestEngine.open(TestEngine.Tier.RUNC)) {
                sandbox.runJavaScript(JavaScriptRequest.builder("setInterval(()=>{},1000)")
                        .timeout(Duration.ofMinutes(5))
                        .build());
            }
        }
    }

    @Test
    void leavesNothingOfAKilledJvmAfterTheNextStart(@TempDir Path folder) throws IOException, InterruptedException {
        TestEngine.requireImage();
        try (EngineConnection engine = TestEngine.connect()) {
            Process victim = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Victim.class.getName())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out").toFile())
                    .start();
            long pid = victim.pid();
            try {
                // three of the smoke test come and go; what stays running is the run
                Awaitility.await().atMost(PATIENCE).until(() -> runsFor(engine, pid, 2));
            } finally {
                victim.destroyForcibly().waitFor();
            }
            TestEngine.open(TestEngine.Tier.RUNC).close();
            TestEngine.awaitNoneOf(engine, pid);
        }
    }

    /** Tells whether one of a process's containers has been running for so many seconds. */
    private static boolean runsFor(EngineConnection engine, long pid, int seconds) {
        return TestEngine.ownedBy(engine, pid).stream()
                .anyMatch(container -> container.getState().equals("running")
                        && container.getCreated() + seconds < Instant.now().getEpochSecond());
    }

    @Test
    void tellsOrphansByOwnerAndDeadlineOnly() throws IOException {
        TestEngine.requireImage();
        Owner alive = Owner.ofNewBackend();
        Owner otherStart = new Owner(alive.machine(), alive.process(), alive.started() - 5000, "x");
        Owner elsewhere = new Owner("another-machine", 1, 1, "x");
        Instant now = Instant.parse("2026-06-01T00:00:00Z");
        try (EngineConnection connection = TestEngine.connect()) {
            OrphanReaper reaper = new OrphanReaper(new Engine(connection, alive), Clock.fixed(now, ZoneOffset.UTC));
            assertThat(reaper.isOrphan(alive.labels(now.plusSeconds(1)))).isFalse();
            assertThat(reaper.isOrphan(alive.labels(now.minusSeconds(1)))).isTrue();
            assertThat(reaper.isOrphan(otherStart.labels(now.plusSeconds(1)))).isTrue();
            assertThat(reaper.isOrphan(elsewhere.labels(now.plusSeconds(1)))).isFalse();
            assertThat(reaper.isOrphan(elsewhere.labels(now.minusSeconds(1)))).isTrue();
            assertThat(reaper.isOrphan(Map.of(Owner.OWNER_LABEL, "forged", Owner.DEADLINE_LABEL, "0")))
                    .isFalse();
            assertThat(reaper.isOrphan(Map.of())).isFalse();
        }
    }
}
