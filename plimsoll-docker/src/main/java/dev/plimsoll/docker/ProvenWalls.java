package dev.plimsoll.docker;

import dev.plimsoll.spi.SmokeReport;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What smoke tests of this process proved, for sandboxes that are opened soon after another behind the same wall: proving it
 * takes three containers. A proof that is taken over is no weaker than the one of a sandbox that has been open for as long.
 * A wall that turns out to be another is forgotten at once. Thread-safe.
 */
final class ProvenWalls {
    private static final int MAX_WALLS = 64;
    private static final ProvenWalls OF_THIS_PROCESS = new ProvenWalls();

    private final Map<Wall, Proven> walls = new LinkedHashMap<>();

    static ProvenWalls ofThisProcess() {
        return OF_THIS_PROCESS;
    }

    /**
     * What a proof holds for, and nothing else.
     *
     * @param engine the engine and what it says about its machine and the runtime
     * @param spec the image, the runtime and all that walls a container in
     */
    record Wall(DockerBackend.EngineFacts engine, ContainerSpec spec) {}

    /**
     * A proof, and when it was made.
     *
     * @param report what was tried, with nothing that failed
     * @param proof what was seen
     * @param madeNanos when, on the machine's monotonic clock
     */
    record Proven(SmokeReport report, DockerBackend.Proof proof, long madeNanos) {
        Duration age() {
            return Duration.ofNanos(System.nanoTime() - madeNanos);
        }

        /** Returns the report, with the proof's age for whoever reads it. */
        SmokeReport reportNow() {
            SmokeReport.Builder now = SmokeReport.builder();
            report.checks().forEach(check -> now.check(check.name(), check.passed(), check.detail()));
            return now.check(
                            "the proof is recent",
                            true,
                            "taken over from another sandbox of this process, made " + age() + " ago")
                    .build();
        }
    }

    /** Returns a proof that is younger than an age. */
    synchronized Optional<Proven> find(Wall wall, Duration maxAge) {
        return Optional.ofNullable(walls.get(wall))
                .filter(proven -> proven.age().compareTo(maxAge) < 0);
    }

    /** Keeps a proof; the oldest goes when there are too many. */
    synchronized void keep(Wall wall, SmokeReport report, DockerBackend.Proof proof) {
        walls.remove(wall);
        if (walls.size() >= MAX_WALLS) {
            walls.remove(walls.keySet().iterator().next());
        }
        walls.put(wall, new Proven(report, proof, System.nanoTime()));
    }

    /** Takes no sandbox's word for this wall any more. */
    synchronized void forget(Wall wall) {
        walls.remove(wall);
    }
}
