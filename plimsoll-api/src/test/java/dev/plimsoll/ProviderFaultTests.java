package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.OutcomeUnknownException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.SmokeReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProviderFaultTests {
    private final FakeProvider fake = new FakeProvider();

    static Stream<Throwable> anything() {
        return Stream.of(
                new IllegalStateException("boom"),
                new StackOverflowError(),
                new OutOfMemoryError(),
                new NoClassDefFoundError("gone"),
                new AssertionError("bug"),
                new CancellationException(),
                new IOException("sneaky"),
                new ProviderUnavailableException(RefusalReason.CAPACITY, "fake", "not about a run", null));
    }

    @ParameterizedTest
    @MethodSource("anything")
    void turnsWhateverAProviderThrowsIntoAnUnknownOutcomeAndServesOn(Throwable thrown) {
        try (Sandbox sandbox =
                fake.builder().concurrency(1).admissionWait(Duration.ZERO).open()) {
            fake.script = dispatch -> {
                throw ProviderFaultTests.<RuntimeException>sneaky(thrown);
            };
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript("1"))
                    .withCause(thrown)
                    .withMessageContaining("may have run")
                    .satisfies(e -> assertThat(e.requestId()).isPresent());
            assertThat(Thread.interrupted()).isFalse();
            fake.script = FakeProvider::printsAnswer;
            assertThat(sandbox.runJavaScript("1").exitCode()).isZero();
        }
    }

    @Test
    void passesOnWhatAProviderSaysAboutTheVeryRunThatFailed() {
        AtomicReference<RuntimeException> own = new AtomicReference<>();
        fake.script = dispatch -> {
            own.set(new ProviderFailureException("the daemon went away", dispatch.requestId(), null));
            throw own.get();
        };
        try (Sandbox sandbox = fake.open()) {
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript("1"))
                    .isSameAs(own.get());
        }
    }

    @Test
    void doesNotPassOnWhatAProviderSaysAboutAnotherRun() {
        for (RequestId other : new RequestId[] {null, new RequestId(1, 2)}) {
            fake.script = dispatch -> {
                throw new ProviderFailureException("the daemon went away", other, null);
            };
            try (Sandbox sandbox = fake.open()) {
                assertThatExceptionOfType(ProviderFailureException.class)
                        .isThrownBy(() -> sandbox.runJavaScript("1"))
                        .withMessageContaining("may have run")
                        .satisfies(
                                e -> assertThat(e.requestId()).isPresent().get().isNotEqualTo(other));
            }
        }
    }

    @Test
    void turnsANullOutcomeIntoAnUnknownOutcome() {
        fake.script = dispatch -> null;
        try (Sandbox sandbox = fake.open()) {
            assertThatExceptionOfType(ProviderFailureException.class).isThrownBy(() -> sandbox.runJavaScript("1"));
        }
    }

    @Test
    void believesARefusalThatCarriesTheRunsOwnId() {
        fake.script = dispatch -> {
            throw dispatch.refusal(RefusalReason.CAPACITY, "nothing ran: full", null);
        };
        try (Sandbox sandbox = fake.open()) {
            NotDispatchedException e =
                    catchThrowableOfType(NotDispatchedException.class, () -> sandbox.runJavaScript("1"));
            assertThat(e.reason()).isEqualTo(RefusalReason.CAPACITY);
        }
    }

    @Test
    void neverReadsARefusalWithAnotherRunsIdOrNoneAsNothingRan() {
        AtomicReference<RequestId> earlier = new AtomicReference<>();
        fake.script = dispatch -> {
            earlier.set(dispatch.requestId());
            return FakeProvider.printsAnswer(dispatch);
        };
        try (Sandbox sandbox = fake.open()) {
            sandbox.runJavaScript("1");
            RequestId old = earlier.get();
            for (RequestId forged : new RequestId[] {null, old, new RequestId(0, 0), new RequestId(old.high(), -1)}) {
                fake.script = dispatch -> {
                    throw new UnsupportedRunException("nothing ran, honestly", forged);
                };
                assertThatExceptionOfType(OutcomeUnknownException.class)
                        .isThrownBy(() -> sandbox.runJavaScript("1"))
                        .satisfies(e -> assertThat(e.requestId().orElseThrow()).isNotEqualTo(forged));
            }
        }
    }

    @Test
    void doesNotBelieveARefusalAfterOutput() {
        List<Consumer<Dispatch<?>>> outputs = List.of(
                dispatch -> dispatch.stdout().write(new byte[1]),
                dispatch -> dispatch.stderr().markTruncated(),
                dispatch -> dispatch.newStepOutput().stdout().write(new byte[1]),
                dispatch -> dispatch.newStepOutput().stderr().drop(1));
        try (Sandbox sandbox = fake.open()) {
            for (Consumer<Dispatch<?>> output : outputs) {
                fake.script = dispatch -> {
                    output.accept(dispatch);
                    throw dispatch.refusal(RefusalReason.CAPACITY, "nothing ran", null);
                };
                assertThatExceptionOfType(ProviderFailureException.class).isThrownBy(() -> sandbox.runJavaScript("1"));
            }
        }
    }

    @Test
    void refusesARunWhoseProviderCannotStateItsWall() {
        try (Sandbox sandbox = fake.open()) {
            for (Throwable thrown : List.of(new IllegalStateException(), new StackOverflowError())) {
                fake.evidence = () -> {
                    throw ProviderFaultTests.<RuntimeException>sneaky(thrown);
                };
                assertThatExceptionOfType(NotDispatchedException.class)
                        .isThrownBy(() -> sandbox.runJavaScript("1"))
                        .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.ISOLATION));
            }
            fake.evidence = () -> null;
            assertThatExceptionOfType(NotDispatchedException.class).isThrownBy(() -> sandbox.runJavaScript("1"));
            assertThat(fake.runs).hasValue(0);
        }
    }

    @Test
    void asksForTheEvidenceBeforeEveryRun() {
        try (Sandbox sandbox = fake.open()) {
            JavaScriptRequest request =
                    JavaScriptRequest.builder("1").floor(Isolation.CONTAINER).build();
            sandbox.runJavaScript(request);
            fake.evidence = () -> Evidence.of(Isolation.PROCESS, "fake:1");
            assertThatExceptionOfType(NotDispatchedException.class).isThrownBy(() -> sandbox.runJavaScript(request));
        }
    }

    @Test
    void interruptsAProviderThatOverstaysItsDeadline() {
        fake.script = dispatch -> {
            new CountDownLatch(1).await();
            return null;
        };
        try (Sandbox sandbox = fake.builder().providerGrace(Duration.ZERO).open()) {
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(JavaScriptRequest.builder("1")
                            .timeout(Duration.ofMillis(1))
                            .build()))
                    .withMessageContaining("deadline");
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void saysThatTheRunWasCancelledWhateverAnInterruptedProviderThrows() {
        fake.script = dispatch -> {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("a channel was closed by an interrupt");
        };
        try (Sandbox sandbox = fake.open()) {
            assertThatExceptionOfType(RunCancelledException.class).isThrownBy(() -> sandbox.runJavaScript("1"));
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void doesNotServeWithAProviderThatCouldNotProveItsWall() {
        fake.smoke = SmokeReport.builder()
                .check("root file system is read-only", true, "")
                .check("no network", false, "reached 169.254.169.254")
                .build();
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(fake::open)
                .withMessageContaining("no network (reached 169.254.169.254)")
                .withMessageNotContaining("read-only")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.ISOLATION));
        assertThat(fake.closes).hasValue(1);
    }

    @Test
    void tellsWhyAProviderCouldNotBeOpenedAlsoWhenItFailsToCloseToo() {
        fake.failsToClose = () -> new IllegalStateException("cannot close");
        fake.capabilities = null;
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(fake::open)
                .withMessageContaining("capabilities()");
    }

    static Stream<Arguments> nothings() {
        return Stream.of(
                nothing("id()", fake -> fake.id = null),
                nothing("capabilities()", fake -> fake.capabilities = null),
                nothing("memoryBounds()", fake -> fake.memoryBounds = null),
                nothing("smokeTest()", fake -> fake.smoke = null));
    }

    private static Arguments nothing(String method, Consumer<FakeProvider> fault) {
        return arguments(method, fault);
    }

    @ParameterizedTest
    @MethodSource("nothings")
    void namesAProviderThatReturnsNullAboutItselfAndSaysWhatToDo(String method, Consumer<FakeProvider> fault) {
        fault.accept(fake);
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(fake::open)
                .withMessageContaining("(dev.plimsoll.FakeProvider) returned null from " + method)
                .withMessageContaining("report it to the provider's author");
    }

    @Test
    void namesAProviderWhoseIdIsNone() {
        fake.id = "My Provider";
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(fake::open)
                .withMessageContaining("the id of provider dev.plimsoll.FakeProvider must be 1 to 32")
                .withMessageContaining("report it to the provider's author");
    }

    @SuppressWarnings("unchecked") // throws what the compiler does not know of, as a provider in another language could
    private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
        throw (E) e;
    }
}
