package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.spi.SmokeReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** For what, and for how long, a proof of the wall holds. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProofTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final SmokeReport REPORT =
            SmokeReport.builder().check("code runs", true, "").build();
    private static final DockerBackend.Proof PROOF = new DockerBackend.Proof(Isolation.CONTAINER, "6.1.0 #1");

    private static ProvenWalls.Wall wall(String engine, String runtime, long diskBytes) {
        return new ProvenWalls.Wall(
                new DockerBackend.EngineFacts(List.of(engine), "6.1.0", 1L << 30),
                new ContainerSpec(new ImageIdentity("sha256:" + "0".repeat(64)), runtime, "{}", 1000, diskBytes));
    }

    @Test
    void holdsForOneWallOnly() {
        ProvenWalls walls = new ProvenWalls();
        walls.keep(wall("a", "runc", 1), REPORT, PROOF);
        assertThat(walls.find(wall("a", "runc", 1), AMPLE)).isPresent();
        assertThat(walls.find(wall("b", "runc", 1), AMPLE)).isEmpty();
        assertThat(walls.find(wall("a", "runsc", 1), AMPLE)).isEmpty();
        assertThat(walls.find(wall("a", "runc", 2), AMPLE)).isEmpty();
    }

    @Test
    void holdsForAsLongAsItIsAskedToAndUntilItIsForgotten() {
        ProvenWalls walls = new ProvenWalls();
        walls.keep(wall("a", "runc", 1), REPORT, PROOF);
        assertThat(walls.find(wall("a", "runc", 1), Duration.ZERO)).isEmpty();
        walls.forget(wall("a", "runc", 1));
        assertThat(walls.find(wall("a", "runc", 1), AMPLE)).isEmpty();
    }

    @Test
    void theOldestGoesWhenThereAreTooMany() {
        ProvenWalls walls = new ProvenWalls();
        for (int i = 0; i <= 64; i++) {
            walls.keep(wall("engine " + i, "runc", 1), REPORT, PROOF);
        }
        assertThat(walls.find(wall("engine 0", "runc", 1), AMPLE)).isEmpty();
        assertThat(walls.find(wall("engine 1", "runc", 1), AMPLE)).isPresent();
        assertThat(walls.find(wall("engine 64", "runc", 1), AMPLE)).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void isTakenOverFromAnotherSandboxAndMadeAnewWhenAskedTo(TestEngine.Tier tier) {
        TestEngine.open(tier).close();
        try (Sandbox second = TestEngine.open(tier);
                Sandbox third =
                        TestEngine.builder(tier).option("proofAge", "PT0S").open()) {
            assertThat(second.describe().smokeTest().checks())
                    .extracting(SmokeReport.Check::name)
                    .contains("memory is bounded", "the proof is recent");
            assertThat(third.describe().smokeTest().checks())
                    .extracting(SmokeReport.Check::name)
                    .contains("memory is bounded")
                    .doesNotContain("the proof is recent");
            assertThat(second.describe().evidence()).isEqualTo(third.describe().evidence());
        }
    }

    /** As after the engine's runtime was changed under an open sandbox. */
    @ParameterizedTest
    @EnumSource
    void isWorthNothingOnceAContainerHasAnotherKernel(TestEngine.Tier tier) throws IOException {
        TestEngine.requireImage();
        AtomicInteger disowned = new AtomicInteger();
        try (EngineConnection connection = TestEngine.connect()) {
            ContainerSpec spec = TestEngine.spec(connection, tier);
            Engine engine = new Engine(connection, Owner.ofNewBackend());
            Dispatch<JavaScriptRequest> dispatch = new Dispatch<>(
                    JavaScriptRequest.of("console.log('ran')"),
                    new RequestId(1, 2),
                    Deadline.after(AMPLE),
                    new RunLimits(256 << 20, 1000, 0, 256),
                    null);
            GuestRun run = new GuestRun(
                    engine,
                    (sizes, deadline) -> Container.start(engine, spec, sizes, deadline, Duration.ZERO),
                    Optional.of(new DockerBackend.Proof(tier.isolation, "5.0.0 #1 of another machine")),
                    disowned::incrementAndGet);
            assertThatExceptionOfType(NotDispatchedException.class)
                    .isThrownBy(() -> run.run(dispatch, SnippetRun.plan(dispatch)))
                    .withMessageContaining("another kernel")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.ISOLATION))
                    .satisfies(e -> assertThat(e.requestId()).contains(dispatch.requestId()));
            assertThat(dispatch.hasOutput()).isFalse();
            assertThat(disowned).hasValue(1);
            TestEngine.awaitNoneOf(connection, ProcessHandle.current().pid());
        }
    }
}
