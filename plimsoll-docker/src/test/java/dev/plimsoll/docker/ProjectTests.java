package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Projects: files, steps, artifacts, and how they can end. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ProjectTests {
    private static final Map<TestEngine.Tier, Sandbox> OPEN = new EnumMap<>(TestEngine.Tier.class);

    private static ProjectResult run(TestEngine.Tier tier, ProjectRequest request) {
        ProjectResult result = OPEN.computeIfAbsent(tier, TestEngine::open).runProject(request);
        Receipts.check(request, result);
        return result;
    }

    private static ProjectRequest.Builder project() {
        return ProjectRequest.builder().timeout(Duration.ofSeconds(60));
    }

    @AfterAll
    static void close() {
        OPEN.values().forEach(Sandbox::close);
        OPEN.clear();
    }

    @ParameterizedTest
    @EnumSource
    void laysOutFilesRunsStepsAndBringsArtifactsBack(TestEngine.Tier tier) {
        byte[] binary = {0, (byte) 0xff, 10, 13, 0};
        ProjectResult result = run(
                tier,
                project()
                        .file("src/main.js", "require('fs').writeFileSync('out.txt', 'é' + process.cwd())")
                        .file("add.py", "print(40 + 2)")
                        .file(new ProjectFile("data/raw.bin", Bytes.copyOf(binary)))
                        .step("node src/main.js && echo done")
                        .step("python3 add.py; echo warn >&2")
                        .step("cp data/raw.bin copy.bin; : > empty")
                        .artifact("out.txt")
                        .artifact("missing.txt")
                        .artifact("copy.bin")
                        .artifact("empty")
                        .build());
        assertThat(result.outcome()).as(result.toString()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.steps()).hasSize(3).allMatch(step -> step.exitCode() == 0);
        assertThat(result.steps().get(0).stdout().text()).isEqualTo("done\n");
        assertThat(result.steps().get(1).stdout().text()).isEqualTo("42\n");
        assertThat(result.steps().get(1).stderr().text()).isEqualTo("warn\n");
        assertThat(result.artifacts()).extracting("path").containsExactly("out.txt", "copy.bin", "empty");
        assertThat(result.artifacts().get(0).content().utf8()).isEqualTo("é/work");
        assertThat(result.artifacts().get(1).content().toByteArray()).isEqualTo(binary);
        assertThat(result.artifactsTruncated()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void stopsAtTheFirstStepThatFails(TestEngine.Tier tier) {
        ProjectResult result = run(
                tier,
                project().step("echo one").step("exit 3").step("echo never").build());
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.steps()).extracting("exitCode").containsExactly(0, 3);
    }

    @ParameterizedTest
    @EnumSource
    void keepsWhatAStepPrintedBeforeTheDeadline(TestEngine.Tier tier) {
        ProjectResult result = UntilBegun.run(
                budget -> run(
                        tier,
                        ProjectRequest.builder()
                                .timeout(budget)
                                .step("echo first")
                                .step("echo before; while :; do :; done")
                                .build()),
                so -> so.steps().size() == 2
                        && !so.steps().get(1).stdout().text().isEmpty());
        assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(result.steps()).hasSize(2);
        assertThat(result.steps().get(1).stdout().text()).isEqualTo("before\n");
        assertThat(result.steps().get(1).timedOut()).isTrue();
        assertThat(result.steps().get(1).exitCode()).isEqualTo(124);
    }

    @ParameterizedTest
    @EnumSource
    void bringsBackNothingThroughASymbolicLink(TestEngine.Tier tier) {
        ProjectResult result = run(
                tier,
                project()
                        .step("ln -s /etc/passwd stolen; ln -s /etc folder; mkfifo pipe; echo fine > fine")
                        .artifact("stolen")
                        .artifact("folder/passwd")
                        .artifact("pipe")
                        .artifact("fine")
                        .build());
        assertThat(result.outcome()).as(result.toString()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.artifacts()).extracting("path").containsExactly("fine");
    }

    @ParameterizedTest
    @EnumSource
    void leavesOutWhatDoesNotFitTheBudget(TestEngine.Tier tier) {
        ProjectResult result = run(
                tier,
                project()
                        .step("head -c 9000000 /dev/zero > big; echo small > small")
                        .artifact("big")
                        .artifact("small")
                        .build());
        assertThat(result.artifacts()).extracting("path").containsExactly("small");
        assertThat(result.artifactsTruncated()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void saysWhenMemoryEndedAStep(TestEngine.Tier tier) {
        ProjectResult result = run(
                tier,
                project()
                        .memoryBytes(128 << 20)
                        .step("echo begun; node -e 'const k=[];for(;;)k.push(Buffer.alloc(1<<20,1))'")
                        .build());
        assertThat(result.memoryExceeded()).as(result.toString()).isTrue();
        assertThat(result.steps().get(0).exitCode()).isEqualTo(137);
        assertThat(result.steps().get(0).stdout().text()).isEqualTo("begun\n");
    }
}
