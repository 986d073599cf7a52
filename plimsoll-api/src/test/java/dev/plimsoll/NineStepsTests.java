package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.error.EnvironmentMismatchException;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.IsolationEvidenceMismatchException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.PermissionRefusedException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.error.SandboxAtCapacityException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.SoftwareRule;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.ProgramOutcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NineStepsTests {
    private static final List<Isolation> STRENGTH = List.of(
            Isolation.UNKNOWN, Isolation.NONE, Isolation.PROCESS, Isolation.CONTAINER, Isolation.KERNEL, Isolation.VM);

    private final FakeProvider fake = new FakeProvider();

    @Test
    void givesAResultWithACheckedReceipt() {
        Clock clock = Clock.fixed(Instant.ofEpochMilli(1_790_000_000_000L), ZoneOffset.UTC);
        JavaScriptRequest request = JavaScriptRequest.of("console.log(6*7)");
        try (Sandbox sandbox = fake.builder().clock(clock).open()) {
            JavaScriptResult result = sandbox.runJavaScript(request);
            assertThat(result.stdout().text()).isEqualTo("42\n");
            assertThat(result.exitCode()).isZero();
            assertThat(result.provider()).isEqualTo("fake");
            assertThat(result.isolation()).isEqualTo(Isolation.CONTAINER);
            assertThat(result.record().startedUnixMs()).isEqualTo(clock.millis());
            assertThat(result.record().environment()).isEqualTo("fake:1");
            Receipts.check(request, result);
        }
    }

    /** Each request is wrong in its own step and in every later one: the earliest has to win. */
    @Test
    void refusesInTheOrderOfTheSteps() {
        fake.evidence = () -> Evidence.of(Isolation.PROCESS, "fake:1");
        fake.capabilities = EnumSet.of(Capability.JAVASCRIPT);
        try (Sandbox sandbox = fake.builder().totalMemoryBytes(2 << 20).open()) {
            JavaScriptRequest.Builder all = JavaScriptRequest.builder("x")
                    .grantProfile("p")
                    .floor(Isolation.VM)
                    .software(SoftwareRule.exact("other"));
            assertRefused(
                    sandbox, all.timeout(Duration.ofHours(1)), InvalidRequestException.class, RefusalReason.REQUEST);
            all.timeout(Duration.ofSeconds(1));
            assertRefused(sandbox, all, UnsupportedRunException.class, RefusalReason.UNSUPPORTED);
        }
        fake.capabilities = EnumSet.of(Capability.JAVASCRIPT, Capability.JAVASCRIPT_GRANT);
        try (Sandbox sandbox = fake.builder().totalMemoryBytes(2 << 20).open()) {
            JavaScriptRequest.Builder all = JavaScriptRequest.builder("x")
                    .grantProfile("p")
                    .floor(Isolation.VM)
                    .software(SoftwareRule.exact("other"));
            assertRefused(sandbox, all, InsufficientIsolationException.class, RefusalReason.ISOLATION);
            all.floor(Isolation.PROCESS);
            assertRefused(sandbox, all, EnvironmentMismatchException.class, RefusalReason.ENVIRONMENT);
            all.software(SoftwareRule.exact("fake:1"));
            assertRefused(sandbox, all, SandboxAtCapacityException.class, RefusalReason.CAPACITY);
            all.memoryBytes(1 << 20);
            assertRefused(sandbox, all, PermissionRefusedException.class, RefusalReason.PERMISSION);
        }
        assertThat(fake.runs).hasValue(0);
    }

    @Test
    void refusesAKindOfRunThatTheProviderDoesNotDo() {
        try (Sandbox sandbox = fake.open()) {
            assertThatExceptionOfType(UnsupportedRunException.class)
                    .isThrownBy(() -> sandbox.runProject(
                            ProjectRequest.builder().step("true").build()))
                    .withMessageContaining("PROJECT");
            assertRefused(
                    sandbox,
                    JavaScriptRequest.builder("1").captureLastValue(true),
                    UnsupportedRunException.class,
                    RefusalReason.UNSUPPORTED);
            assertRefused(
                    sandbox,
                    JavaScriptRequest.builder("1").deterministic(Determinism.of(Instant.EPOCH, 1)),
                    UnsupportedRunException.class,
                    RefusalReason.UNSUPPORTED);
        }
        assertThat(fake.runs).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(Isolation.class)
    void meetsEachFloorWithExactlyTheWallsThatAreStrongEnough(Isolation wall) {
        fake.evidence = () -> Evidence.of(wall, "fake:1");
        fake.script = dispatch -> ProgramOutcome.exited(0, Evidence.of(wall, "fake:1"));
        try (Sandbox sandbox = fake.open()) {
            for (Isolation floor : Isolation.values()) {
                if (floor.isFloor()) {
                    boolean enough = STRENGTH.indexOf(wall) >= STRENGTH.indexOf(floor);
                    JavaScriptRequest request =
                            JavaScriptRequest.builder("1").floor(floor).build();
                    int before = fake.runs.get();
                    if (enough) {
                        assertThat(sandbox.runJavaScript(request).isolation()).isEqualTo(wall);
                    } else {
                        InsufficientIsolationException e = catchThrowableOfType(
                                InsufficientIsolationException.class, () -> sandbox.runJavaScript(request));
                        assertThat(e.required()).isEqualTo(floor);
                        assertThat(e.actual()).isEqualTo(wall);
                        assertThat(fake.runs).hasValue(before);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"CONTAINER, PROCESS", "KERNEL, CONTAINER", "KERNEL, VM"})
    void neverLowersTheFloorOfTheSandbox(Isolation sandboxFloor, Isolation requestFloor) {
        Isolation stronger = sandboxFloor.meets(requestFloor) ? sandboxFloor : requestFloor;
        Isolation wall = STRENGTH.get(STRENGTH.indexOf(stronger) - 1);
        fake.evidence = () -> Evidence.of(wall, "");
        try (Sandbox sandbox = fake.builder().floor(sandboxFloor).open()) {
            assertThatExceptionOfType(InsufficientIsolationException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(
                            JavaScriptRequest.builder("1").floor(requestFloor).build()))
                    .satisfies(e -> assertThat(e.required()).isEqualTo(stronger));
        }
        assertThat(fake.runs).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN", "NONE", "PROCESS"})
    void saysThatARunBehindAWeakerWallDidRunAndHandsItsResultOver(Isolation wall) {
        fake.script = dispatch -> {
            FakeProvider.printsAnswer(dispatch);
            return ProgramOutcome.exited(3, Evidence.of(wall, "fake:1"));
        };
        JavaScriptRequest request =
                JavaScriptRequest.builder("1").floor(Isolation.CONTAINER).build();
        try (Sandbox sandbox = fake.open()) {
            IsolationEvidenceMismatchException e = catchThrowableOfType(
                    IsolationEvidenceMismatchException.class, () -> sandbox.runJavaScript(request));
            JavaScriptResult result = (JavaScriptResult) e.result();
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.stdout().text()).isEqualTo("42\n");
            assertThat(result.record().isolation()).isEqualTo(wall.text());
            assertThat(e.required()).isEqualTo(Isolation.CONTAINER);
            Receipts.check(request, result);
        }
    }

    @Test
    void saysThatARunOfOtherSoftwareThanTheRuleAllowsDidRun() {
        fake.script = dispatch -> ProgramOutcome.exited(0, Evidence.of(Isolation.CONTAINER, "fake:2"));
        try (Sandbox sandbox = fake.open()) {
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(JavaScriptRequest.builder("1")
                            .software(SoftwareRule.exact("fake:1"))
                            .build()))
                    .withMessageContaining("it did run");
        }
    }

    @Test
    void refusesARunWhoseStartHasNoTimeThatAReceiptCanHold() {
        try (Sandbox sandbox =
                fake.builder().clock(Clock.fixed(Instant.MAX, ZoneOffset.UTC)).open()) {
            assertThatExceptionOfType(NotDispatchedException.class)
                    .isThrownBy(() -> sandbox.runJavaScript("1"))
                    .withMessageContaining("clock")
                    .withCauseInstanceOf(ArithmeticException.class)
                    .satisfies(e -> assertThat(e.requestId()).isPresent());
        }
        assertThat(fake.runs).hasValue(0);
    }

    @Test
    void saysThatARunWhoseEndHasNoSuchTimeDidRun() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        InstantSource source = now::get;
        fake.script = dispatch -> {
            now.set(Instant.MAX);
            return FakeProvider.printsAnswer(dispatch);
        };
        try (Sandbox sandbox =
                fake.builder().clock(source.withZone(ZoneOffset.UTC)).open()) {
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript("1"))
                    .withMessageContaining("no receipt");
        }
    }

    @Test
    void dropsAMalformedTraceIdWholeAndKeepsAGoodOne() {
        try (Sandbox sandbox = fake.open()) {
            String most = "a".repeat(64);
            for (String good : new String[] {"A-z0.9_:", most}) {
                assertThat(trace(sandbox, good)).contains(good);
            }
            for (String bad : new String[] {"", "a b", "a\nb", most + "a", "é", "a/b"}) {
                assertThat(trace(sandbox, bad)).isEmpty();
            }
        }
    }

    private static Optional<String> trace(Sandbox sandbox, String id) {
        return sandbox.runJavaScript(JavaScriptRequest.builder("1").traceId(id).build())
                .traceId();
    }

    private void assertRefused(
            Sandbox sandbox,
            JavaScriptRequest.Builder request,
            Class<? extends NotDispatchedException> type,
            RefusalReason reason) {
        assertThatExceptionOfType(type)
                .isThrownBy(() -> sandbox.runJavaScript(request.build()))
                .satisfies(e -> {
                    assertThat(e.reason()).isEqualTo(reason);
                    assertThat(e.requestId()).isPresent();
                });
    }
}
