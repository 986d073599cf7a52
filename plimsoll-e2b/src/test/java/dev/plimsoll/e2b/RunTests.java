package dev.plimsoll.e2b;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.standin.Fault;
import dev.plimsoll.e2b.standin.Stage;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What guests do, and what comes of it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);

    private static StandIn standIn;
    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        standIn = StandIn.start();
        sandbox = StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider()), standIn)
                .option("transferBytes", Integer.toString(2 << 20))
                .open();
    }

    @AfterAll
    static void close() {
        sandbox.close();
        standIn.close();
    }

    @AfterEach
    void leavesNoMicroVm() {
        assertThat(standIn.alive()).isEmpty();
    }

    private static JavaScriptResult run(String code) {
        return sandbox.runJavaScript(
                JavaScriptRequest.builder(code).timeout(AMPLE).build());
    }

    private static ProjectRequest.Builder project() {
        return ProjectRequest.builder().timeout(AMPLE);
    }

    @Test
    void endsAGuestThatPrintsWithoutEnd() {
        JavaScriptResult result = run("const go = () => process.stdout.write('x'.repeat(65536), go); go();");
        assertThat(result).exitedWith(153);
        assertThat(result.stdout().truncated()).isTrue();
        assertThat(result.stderr().truncated()).isTrue();
        assertThat(result.stdout().bytes().length()).isEqualTo(64 << 10);
        assertThat(result.timedOut()).isFalse();
    }

    @Test
    void endsAProjectThatPrintsWithoutEnd() {
        ProjectResult result = sandbox.runProject(project()
                .step("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done")
                .step("echo no")
                .build());
        assertThat(result.steps()).singleElement().satisfies(step -> {
            assertThat(step.exitCode()).isEqualTo(153);
            assertThat(step.stdout().truncated()).isTrue();
        });
    }

    @Test
    void saysWhenTheHeapIsFull() {
        JavaScriptResult result = sandbox.runJavaScript(
                JavaScriptRequest.builder("const a = []; for (;;) a.push(new Array(1000).fill({}))")
                        .memoryBytes(32 << 20)
                        .timeout(AMPLE)
                        .build());
        assertThat(result).exceededMemory().exitedWith(137);
    }

    @Test
    void doesNotTakeAnAbortForAFullHeap() {
        JavaScriptResult result = run("process.abort()");
        assertThat(result).exitedWith(134);
        assertThat(result.memoryExceeded()).isFalse();
    }

    @Test
    void keepsWhatWasPrintedBeforeTheDeadline() {
        JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder("console.log('x'); while (1);")
                .timeout(Duration.ofSeconds(5))
                .build());
        assertThat(result).timedOut().exitedWith(124).hasStdout("x\n");
    }

    @Test
    void takesNewsFromTheService() {
        for (Stage stage : new Stage[] {Stage.CREATE, Stage.STARTED}) {
            standIn.faults().next(stage, new Fault.News());
            assertThat(run("console.log(1)")).hasStdout("1\n");
        }
    }

    @Test
    void showsAGuestNothingOfTheApplication() {
        assertThat(run("console.log(Object.keys(process.env).join(), process.argv.length, process.execArgv.length)"))
                .hasStdout("TZ 2 0\n");
        assertThat(run("process.stdin.on('data', () => {}).on('end', () => console.log('end'))"))
                .hasStdout("end\n");
    }

    @Test
    void stopsAProjectAtTheFirstStepThatFails() {
        ProjectResult result = sandbox.runProject(project()
                .file("a b/é\"'.txt", "hello")
                .step("cat a*/*")
                .step("echo oops >&2; exit 3")
                .step("echo no")
                .build());
        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.steps()).hasSize(2);
        assertThat(result.steps().get(0).stdout().text()).isEqualTo("hello");
        assertThat(result.steps().get(1).exitCode()).isEqualTo(3);
        assertThat(result.steps().get(1).stderr().text()).isEqualTo("oops\n");
    }

    @Test
    void bringsRegularFilesBackAndNothingElse() {
        ProjectResult result = sandbox.runProject(project()
                .step(
                        "mkdir d; echo in > d/f; ln -s d l; ln -s d/f s; mkfifo p; head -c 9000000 /dev/zero > big; : > e")
                .artifact("l/f")
                .artifact("s")
                .artifact("p")
                .artifact("big")
                .artifact("d/f")
                .artifact("e")
                .artifact("d")
                .build());
        assertThat(result.artifacts()).extracting("path").containsExactly("d/f", "e");
        assertThat(result.artifactsTruncated()).isTrue();
        assertThat(result.artifact("d/f").orElseThrow().content().utf8()).isEqualTo("in\n");
    }

    @Test
    void saysThatArtifactsAreForged() {
        ProjectResult result = sandbox.runProject(project()
                .step("echo 'process.stdout.write(\"\\0\\0\\0\\7lies\")' > ../project.cjs")
                .artifact("a")
                .build());
        assertThat(result.outcome()).isEqualTo(Outcome.PROTOCOL_ERROR);
        assertThat(result.artifacts()).isEmpty();
    }

    @Test
    void endsWhatAStepLeavesRunning() {
        ProjectResult result = sandbox.runProject(
                project().step("sleep 300 & echo started").step("echo next").build());
        assertThat(result.steps())
                .hasSize(2)
                .allSatisfy(step -> assertThat(step.exitCode()).isZero());
    }

    @Test
    void saysThatAProjectTimedOut() {
        ProjectResult result = sandbox.runProject(ProjectRequest.builder()
                .timeout(Duration.ofSeconds(5))
                .step("echo a")
                .step("sleep 300")
                .build());
        assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
        assertThat(result.steps().get(1).timedOut()).isTrue();
    }

    @Test
    void doesNotOpenWhenTheNetworkIsOpen(@TempDir Path folder) throws IOException {
        Path node = Files.writeString(
                folder.resolve("node"),
                "#!/bin/sh\ncase $1 in probe.cjs) echo open;; *) exec node \"$@\";; esac\n",
                StandardOpenOption.CREATE_NEW);
        Files.setPosixFilePermissions(node, PosixFilePermissions.fromString("rwx------"));
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider()), standIn)
                        .option("node", node.toString())
                        .open())
                .withMessageContaining("nothing outside answers (saw: open)")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.ISOLATION));
    }
}
