package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What ends a project's step for its memory, and what only looks like it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProjectMemoryTests {
    /** Counts one more process that the kernel ended each time it is asked, from the second time on. */
    private static final String COUNTING_KERNEL = """
            const fs = require('node:fs');
            const { readFileSync } = fs;
            let kills = 6;
            fs.readFileSync = (path, ...rest) => path === '/proc/vmstat'
              ? `nr_free_pages 1\\noom_kill ${++kills}\\nballoon_inflate 0\\n`
              : readFileSync(path, ...rest);
            """;

    @TempDir
    private Path folder;

    private final StandIn standIn = StandIn.start();

    @AfterEach
    void close() {
        standIn.close();
    }

    private ProjectResult run(String node, String... steps) {
        ProjectRequest.Builder project =
                ProjectRequest.builder().timeout(Duration.ofSeconds(60)).artifact("kept");
        for (String step : steps) {
            project.step(step);
        }
        try (Sandbox sandbox = StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider()), standIn)
                .option("node", node)
                .open()) {
            ProjectResult result = sandbox.runProject(project.build());
            assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
            return result;
        }
    }

    /** A microVM cannot run out of memory on a test's behalf, so its kernel's count is another one. */
    private String nodeOverACountingKernel() throws IOException {
        Path kernel = Files.writeString(folder.resolve("kernel.cjs"), COUNTING_KERNEL);
        Path node = Files.writeString(folder.resolve("node"), "#!/bin/sh\nexec node --require " + kernel + " \"$@\"\n");
        Files.setPosixFilePermissions(node, PosixFilePermissions.fromString("rwx------"));
        return node.toString();
    }

    @Test
    void saysThatTheKernelEndedAStep() throws IOException {
        ProjectResult result = run(nodeOverACountingKernel(), "echo made > kept; kill -9 $$");
        assertThat(result.memoryExceeded()).isTrue();
        assertThat(result.steps()).singleElement().satisfies(step -> {
            assertThat(step.exitCode()).isEqualTo(137);
            assertThat(step.timedOut()).isFalse();
        });
        assertThat(result.artifacts()).extracting("path").containsExactly("kept");
    }

    @Test
    void saysThatAStepsHeapWasFull() {
        ProjectResult result = run(
                "node",
                "true",
                "node --max-old-space-size=16 -e 'const a = []; for (;;) a.push(new Array(1000).fill({}))'",
                "echo not reached");
        assertThat(result.memoryExceeded()).isTrue();
        assertThat(result.steps()).hasSize(2);
    }

    @Test
    void takesNoOtherEndForIt() {
        assertThat(run("node", "kill -9 $$").memoryExceeded()).isFalse();
        assertThat(run("node", "node -e 'process.abort()'").memoryExceeded()).isFalse();
        assertThat(run("node", "exit 3").memoryExceeded()).isFalse();
    }
}
