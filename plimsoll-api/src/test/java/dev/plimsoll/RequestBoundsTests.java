package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.SoftwareRule;
import dev.plimsoll.spi.Capability;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each bound: a request at it is accepted, one beyond it is refused with the bound in the message. */
class RequestBoundsTests {
    static Stream<Arguments> bounds() {
        return Stream.of(
                arguments("1048576", code("x".repeat(1 << 20)), code("x".repeat((1 << 20) + 1))),
                arguments("1048576", code("é".repeat(1 << 19)), code("é".repeat(1 << 19) + "x")),
                arguments("well-formed", code("a\ud83c\udf0d"), code("a\ud83c")),
                arguments(
                        "5 min",
                        timeout(Duration.ofMinutes(5)),
                        timeout(Duration.ofMinutes(5).plusMillis(1))),
                arguments("1 ms", timeout(Duration.ofMillis(1)), timeout(Duration.ZERO)),
                arguments("milliseconds", timeout(Duration.ofMillis(2)), timeout(Duration.ofNanos(2_000_001))),
                arguments(
                        "10 min",
                        project(p -> p.timeout(Duration.ofMinutes(10))),
                        project(p -> p.timeout(Duration.ofMinutes(10).plusMillis(1)))),
                arguments(
                        "16777216", snippet(s -> s.outputBytes(16 << 20)), snippet(s -> s.outputBytes((16 << 20) + 1))),
                arguments("output must be 0", snippet(s -> s.outputBytes(0)), snippet(s -> s.outputBytes(-1))),
                arguments(
                        "268435456",
                        snippet(s -> s.memoryBytes(256 << 20)),
                        snippet(s -> s.memoryBytes((256 << 20) + 1))),
                arguments("1048576", snippet(s -> s.memoryBytes(1 << 20)), snippet(s -> s.memoryBytes((1 << 20) - 1))),
                arguments(
                        "process, container, kernel or vm",
                        snippet(s -> s.floor(Isolation.PROCESS)),
                        snippet(s -> s.floor(Isolation.NONE))),
                arguments(
                        "not unknown",
                        snippet(s -> s.floor(Isolation.PROCESS)),
                        snippet(s -> s.floor(Isolation.UNKNOWN))),
                arguments("256", snippet(s -> s.subject("s".repeat(256))), snippet(s -> s.subject("s".repeat(257)))),
                arguments("control", snippet(s -> s.subject("a b")), snippet(s -> s.subject("a\nb"))),
                arguments(
                        "512",
                        snippet(s -> s.software(SoftwareRule.approved(List.of("fake:1", "i".repeat(512))))),
                        snippet(s -> s.software(SoftwareRule.exact("i".repeat(513))))),
                arguments("200 files", project(p -> files(p, 200, 1)), project(p -> files(p, 201, 1))),
                arguments(
                        "4194304",
                        project(p -> files(p, 4, 1 << 20)),
                        project(p -> files(p.file("more", "x"), 4, 1 << 20))),
                arguments("64 steps", project(p -> steps(p, 63)), project(p -> steps(p, 64))),
                arguments(
                        "65536",
                        project(p -> p.step("x".repeat(64 << 10))),
                        project(p -> p.step("x".repeat((64 << 10) + 1)))),
                arguments("NUL", project(p -> p.step("true")), project(p -> p.step("a\0b"))),
                arguments("200 artifacts", project(p -> artifacts(p, 200)), project(p -> artifacts(p, 201))),
                arguments(
                        "twice",
                        project(p -> p.file("a", "")),
                        project(p -> p.file("a", "").file("a", ""))),
                arguments(
                        "folder",
                        project(p -> p.file("a/b", "")),
                        project(p -> p.file("a", "").file("a/b/c", ""))),
                arguments("1024", path("a/".repeat(511) + "ab"), path("a/".repeat(511) + "abc")),
                arguments("255", path("a".repeat(255)), path("a".repeat(256))),
                arguments("absolute", path("etc/passwd"), path("/etc/passwd")),
                arguments("empty part, . or ..", path("..a"), path("a/../b")),
                arguments("empty part, . or ..", path(".a"), path("./a")),
                arguments("empty part, . or ..", path("a/b"), path("a//b")),
                arguments("backslash", path("a"), path("a\\b")),
                arguments("control", path("a b"), path("a\u0007b")),
                arguments("finite", module(1, 0.1, "Model"), module(Double.NaN, 0.1, "Model")),
                arguments("not negative", module(1, 0, "Model"), module(1, -0.1, "Model")),
                arguments("1 to 64", module(1, 1, "m".repeat(64)), module(1, 1, "m".repeat(65))));
    }

    @ParameterizedTest
    @MethodSource("bounds")
    void acceptsARequestAtABoundAndNamesTheBoundToOneBeyondIt(String bound, RunRequest at, RunRequest beyond) {
        FakeProvider fake = new FakeProvider();
        fake.capabilities = EnumSet.allOf(Capability.class);
        try (Sandbox sandbox = fake.open()) {
            InvalidRequestException refusal =
                    catchThrowableOfType(InvalidRequestException.class, () -> run(sandbox, beyond));
            assertThat(refusal).isNotNull();
            assertThat(refusal.faults()).hasSize(1);
            assertThat(refusal).hasMessageContaining(bound);
            assertThat(fake.runs).hasValue(0);
            // the fake does snippets only: what it says about the others is no refusal of the request
            if (at instanceof JavaScriptRequest) {
                run(sandbox, at);
            } else {
                PlimsollException other = catchThrowableOfType(PlimsollException.class, () -> run(sandbox, at));
                assertThat(other).isNotNull().isNotInstanceOf(InvalidRequestException.class);
            }
        }
    }

    @Test
    void namesEveryFaultAtOnceWithWhatWasAskedFor() {
        try (Sandbox sandbox = new FakeProvider().open()) {
            InvalidRequestException refusal = catchThrowableOfType(
                    InvalidRequestException.class,
                    () -> sandbox.runJavaScript(JavaScriptRequest.builder("\ud800")
                            .timeout(Duration.ZERO)
                            .memoryBytes(1)
                            .outputBytes(-1)
                            .build()));
            assertThat(refusal.faults()).hasSize(4);
            assertThat(refusal.getMessage()).contains("5 min, not PT0S", "provider, not 1", "stream, not -1");
        }
    }

    private static void run(Sandbox sandbox, RunRequest request) {
        if (request instanceof JavaScriptRequest snippet) {
            sandbox.runJavaScript(snippet);
        } else if (request instanceof ProjectRequest project) {
            sandbox.runProject(project);
        } else {
            sandbox.runModule((ModuleRequest) request);
        }
    }

    private static JavaScriptRequest code(String code) {
        return JavaScriptRequest.of(code);
    }

    private static JavaScriptRequest timeout(Duration timeout) {
        return snippet(s -> s.timeout(timeout));
    }

    private static JavaScriptRequest snippet(Consumer<JavaScriptRequest.Builder> settings) {
        JavaScriptRequest.Builder builder = JavaScriptRequest.builder("1");
        settings.accept(builder);
        return builder.build();
    }

    private static ProjectRequest project(Consumer<ProjectRequest.Builder> settings) {
        ProjectRequest.Builder builder = ProjectRequest.builder().step("true");
        settings.accept(builder);
        return builder.build();
    }

    private static ProjectRequest path(String path) {
        return project(p -> p.artifact(path));
    }

    private static ModuleRequest module(double endTime, double step, String model) {
        return ModuleRequest.builder(model).time(endTime, step).row(1, 2).build();
    }

    private static void files(ProjectRequest.Builder project, int count, int size) {
        IntStream.range(0, count).forEach(i -> project.file(ProjectFile.of("file" + i, "x".repeat(size))));
    }

    private static void steps(ProjectRequest.Builder project, int count) {
        IntStream.range(0, count).forEach(i -> project.step("true"));
    }

    private static void artifacts(ProjectRequest.Builder project, int count) {
        IntStream.range(0, count).forEach(i -> project.artifact("out" + i));
    }
}
