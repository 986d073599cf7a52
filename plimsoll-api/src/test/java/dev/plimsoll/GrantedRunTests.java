package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.error.PermissionRefusedException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintRequest;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.TokenMinter;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.BrokerOpening;
import dev.plimsoll.spi.BrokerSession;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.HostApi;
import dev.plimsoll.spi.HostApiBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class GrantedRunTests {
    private static final Grant GRANT = Grant.builder("https://api.example.com")
            .minter(request -> MintedToken.of(Secret.of("t0ken")))
            .build();

    private final FakeProvider fake = new FakeProvider();
    private final FakeBroker broker = new FakeBroker();

    @Test
    void opensTheBrokerBeforeTheRunAndEndsItAfter() {
        fake.script = dispatch -> {
            broker.steps.add(dispatch.hostApi().isPresent() ? "run" : "run without");
            return FakeProvider.printsAnswer(dispatch);
        };
        try (Sandbox sandbox = fake.builder().broker(broker).open()) {
            JavaScriptResult result = sandbox.runJavaScript(granted());
            assertThat(result.advice()).containsExactly("ask for less");
            assertThat(result.calls().denied()).isEqualTo(3);
            assertThat(broker.steps).containsExactly("open", "start", "run", "close");
            broker.steps.clear();
            sandbox.runJavaScript("1");
            assertThat(broker.steps).containsExactly("run without");
        }
    }

    @Test
    void refusesWhenTheCredentialCannotBeHadAndPassesNoMessageOn() {
        try (Sandbox sandbox = fake.builder().broker(broker).open()) {
            for (String step :
                    List.of("open", "start", "clientScript", "pythonModule", "maxEnvelopeBytes", "maxReplyBytes")) {
                broker.failsAt = step;
                assertThatExceptionOfType(PermissionRefusedException.class)
                        .isThrownBy(() -> sandbox.runJavaScript(granted()))
                        .withMessageNotContaining("t0ken")
                        .withNoCause()
                        .satisfies(e -> assertThat(e.requestId()).isPresent());
            }
            assertThat(fake.runs).hasValue(0);
            assertThat(broker.steps).as("a session that was opened is closed").endsWith("close");
        }
    }

    @Test
    void saysThatItDidRunWhenTheBrokerFailsAfterwards() {
        try (Sandbox sandbox = fake.builder().broker(broker).open()) {
            broker.failsAt = "close";
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(granted()))
                    .satisfies(e -> assertThat(e.getCause()).hasMessageNotContaining("t0ken"));
            assertThat(fake.runs).hasValue(1);
        }
    }

    @Test
    void endsTheBrokerWhenTheProviderFails() {
        fake.script = dispatch -> {
            throw new IllegalStateException("boom");
        };
        try (Sandbox sandbox = fake.builder().broker(broker).open()) {
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(granted()));
            assertThat(broker.steps).containsExactly("open", "start", "close");
        }
    }

    @Test
    void doesNotBelieveARefusalAfterACall() {
        fake.script = dispatch -> {
            assertThat(dispatch.hostApi().orElseThrow().call(Bytes.empty())).isDone();
            throw dispatch.refusal(RefusalReason.CAPACITY, "nothing ran", null);
        };
        try (Sandbox sandbox = fake.builder().broker(broker).open()) {
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(granted()));
        }
    }

    @Test
    void refusesAGrantedRunWithoutABroker() {
        try (Sandbox sandbox = fake.open()) {
            assertThatExceptionOfType(UnsupportedRunException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(granted()))
                    .withMessageContaining("plimsoll-broker");
        }
    }

    @Test
    void findsAProfileForItsSubjectOnlyAndSurvivesALookUpThatFails() {
        try (Sandbox sandbox = fake.builder()
                .broker(broker)
                .grantProfiles((profile, subject) -> {
                    if (profile.equals("broken")) {
                        throw new IllegalStateException("t0ken");
                    }
                    return subject.filter("alice"::equals).map(s -> GRANT);
                })
                .open()) {
            JavaScriptRequest alice = JavaScriptRequest.builder("1")
                    .grantProfile("p")
                    .subject("alice")
                    .build();
            assertThat(sandbox.runJavaScript(alice).exitCode()).isZero();
            for (JavaScriptRequest other : List.of(
                    JavaScriptRequest.builder("1").grantProfile("p").build(),
                    JavaScriptRequest.builder("1")
                            .grantProfile("p")
                            .subject("bob")
                            .build(),
                    JavaScriptRequest.builder("1").grantProfile("broken").build())) {
                assertThatExceptionOfType(PermissionRefusedException.class)
                        .isThrownBy(() -> sandbox.runJavaScript(other))
                        .withMessageNotContaining("t0ken");
            }
        }
    }

    @Test
    void doesNotAskAMinterThatNeedsASubjectWithoutOne() {
        Grant bound = Grant.builder("https://api.example.com")
                .minter(new TokenMinter() {
                    @Override
                    public MintedToken mint(MintRequest request) {
                        throw new AssertionError("asked");
                    }

                    @Override
                    public boolean requiresSubject() {
                        return true;
                    }
                })
                .build();
        try (Sandbox sandbox = fake.builder().broker(broker).open()) {
            assertThatExceptionOfType(PermissionRefusedException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(
                            JavaScriptRequest.builder("1").grant(bound).build()))
                    .withMessageContaining("subject");
            assertThat(broker.steps).isEmpty();
        }
    }

    private static JavaScriptRequest granted() {
        return JavaScriptRequest.builder("1").grant(GRANT).build();
    }

    private static final class FakeBroker implements HostApiBroker, BrokerSession, HostApi {
        final List<String> steps = new ArrayList<>();
        String failsAt = "";

        private void step(String name) {
            steps.add(name);
            failAt(name);
        }

        private void failAt(String name) {
            if (name.equals(failsAt)) {
                throw new IllegalStateException("the token is t0ken");
            }
        }

        @Override
        public int spiVersion() {
            return HostApiBroker.SPI_VERSION;
        }

        @Override
        public BrokerSession open(BrokerOpening opening) {
            step("open");
            return this;
        }

        @Override
        public HostApi start(Deadline deadline) {
            step("start");
            return this;
        }

        @Override
        public CallTrace trace() {
            return new CallTrace(List.of(), 3, 0, 0);
        }

        @Override
        public List<String> advice() {
            return List.of("ask for less");
        }

        @Override
        public void close() {
            step("close");
        }

        @Override
        public String clientScript() {
            failAt("clientScript");
            return "";
        }

        @Override
        public String pythonModule() {
            failAt("pythonModule");
            return "";
        }

        @Override
        public int maxEnvelopeBytes() {
            failAt("maxEnvelopeBytes");
            return 1;
        }

        @Override
        public CompletableFuture<Bytes> call(Bytes envelope) {
            return CompletableFuture.completedFuture(Bytes.empty());
        }

        @Override
        public int maxReplyBytes() {
            failAt("maxReplyBytes");
            return 1;
        }
    }
}
