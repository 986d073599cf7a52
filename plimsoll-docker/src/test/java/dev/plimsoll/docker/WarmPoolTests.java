package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.docker.internal.engine.EngineConnection;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Containers that wait for runs: one run each, replaced, and gone when the sandbox is closed. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WarmPoolTests {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String TRACE = "const fs = require('fs');"
            + "console.log(fs.existsSync('/tmp/left') ? 'stale' : 'fresh'); fs.writeFileSync('/tmp/left', 'x')";

    @ParameterizedTest
    @EnumSource
    void givesEachRunAContainerOfItsOwnAndLeavesNone(TestEngine.Tier tier) throws IOException {
        TestEngine.requireImage();
        try (EngineConnection engine = TestEngine.connect()) {
            try (Sandbox sandbox = TestEngine.builder(tier).option("pool", "2").open()) {
                Awaitility.await().atMost(PATIENCE).until(() -> mine(engine).size() == 2);
                List<String> before = ids(engine);
                for (int i = 0; i < 4; i++) {
                    JavaScriptResult result = sandbox.runJavaScript(
                            JavaScriptRequest.builder(TRACE).timeout(PATIENCE).build());
                    assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("fresh\n");
                }
                Awaitility.await()
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ids(engine)).hasSize(2).doesNotContainAnyElementsOf(before));
            }
            TestEngine.awaitNoneOf(engine, ProcessHandle.current().pid());
        }
    }

    @ParameterizedTest
    @EnumSource
    void usesNoContainerThatEndedWhileItWaited(TestEngine.Tier tier) throws IOException, InterruptedException {
        ContainerSpec.Sizes sizes = new ContainerSpec.Sizes(256 << 20, 256);
        ScheduledExecutorService background = Executors.newSingleThreadScheduledExecutor();
        try (EngineConnection engine = TestEngine.connect();
                WarmPool pool = new WarmPool(
                        new Engine(engine, Owner.ofNewBackend()),
                        TestEngine.spec(engine, tier),
                        sizes,
                        1,
                        background)) {
            try {
                pool.start();
                Awaitility.await().atMost(PATIENCE).until(() -> pool.waiting() == 1);
                String waiting = ids(engine).get(0);
                Deadline deadline = Deadline.after(PATIENCE);
                engine.client(deadline).killContainerCmd(waiting).exec();
                engine.awaitStopped(waiting, deadline);
                try (Container taken = pool.take(sizes, deadline)) {
                    assertThat(taken.isHealthy(deadline)).isTrue();
                }
            } finally {
                background.shutdownNow();
                assertThat(background.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            }
        }
    }

    private static List<String> ids(EngineConnection engine) {
        return mine(engine).stream().map(container -> container.getId()).toList();
    }

    /** Returns the containers of this process that run. */
    private static List<com.github.dockerjava.api.model.Container> mine(EngineConnection engine) {
        return TestEngine.ownedBy(engine, ProcessHandle.current().pid()).stream()
                .filter(container -> container.getState().equals("running"))
                .toList();
    }
}
