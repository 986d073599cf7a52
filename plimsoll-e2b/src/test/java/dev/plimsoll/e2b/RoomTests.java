package dev.plimsoll.e2b;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.e2b.standin.Account;
import dev.plimsoll.e2b.standin.Fault;
import dev.plimsoll.e2b.standin.Stage;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.secret.Secret;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When there is no room at E2B, when a creation's answer is lost, and what is found at start. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RoomTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);

    private StandIn standIn = StandIn.start();

    @AfterEach
    void close() {
        standIn.close();
    }

    private SandboxBuilder builder() {
        return StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider()), standIn);
    }

    private static JavaScriptRequest request(String code) {
        return JavaScriptRequest.builder(code).timeout(AMPLE).build();
    }

    private static void assertRefused(Sandbox sandbox, RefusalReason reason, String hint) {
        assertThatExceptionOfType(NotDispatchedException.class)
                .isThrownBy(() -> sandbox.runJavaScript(request("1")))
                .withMessageContaining(hint)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void waitsWhenToldForHowLong() {
        try (Sandbox sandbox = builder().option("createWait", "PT30S").open()) {
            standIn.faults().next(Stage.CREATE, Fault.status(429, Duration.ofSeconds(1)));
            assertThat(sandbox.runJavaScript(request("console.log(1)"))).hasStdout("1\n");
            assertThat(standIn.faults().pending()).isEmpty();
        }
    }

    @Test
    void refusesWhenTheWaitIsLongerThanItsPatience() {
        try (Sandbox sandbox = builder().option("createWait", "PT1S").open()) {
            standIn.faults().next(Stage.CREATE, Fault.status(429, Duration.ofSeconds(30)));
            assertRefused(sandbox, RefusalReason.CAPACITY, "answered 429");
        }
    }

    @Test
    void refusesAtTheAccountsCap() {
        standIn.close();
        standIn = StandIn.start(Account.hobby().withMostVms(1));
        try (Sandbox sandbox = builder().open()) {
            CompletableFuture<JavaScriptResult> busy = sandbox.runJavaScriptAsync(request("while (true) {}"));
            await().atMost(AMPLE).until(() -> standIn.alive().size() == 1);
            assertRefused(sandbox, RefusalReason.CAPACITY, "maxSandboxes");
            busy.cancel(true);
            await().atMost(AMPLE).until(() -> standIn.alive().isEmpty());
        }
    }

    @Test
    void staysBelowItsOwnSlots() {
        try (Sandbox sandbox = builder()
                .option("maxSandboxes", "1")
                .option("createWait", "PT0S")
                .open()) {
            CompletableFuture<JavaScriptResult> busy = sandbox.runJavaScriptAsync(request("while (true) {}"));
            await().atMost(AMPLE).until(() -> standIn.alive().size() == 1);
            int orders = standIn.orders().size();
            assertRefused(sandbox, RefusalReason.CAPACITY, "maxSandboxes");
            assertThat(standIn.orders()).as("nothing was asked of E2B").hasSize(orders);
            busy.cancel(true);
        }
    }

    @Test
    void killsWhatALostCreationMade() {
        try (Sandbox sandbox = builder().option("reapEvery", "PT1S").open()) {
            standIn.faults().next(Stage.CREATED, new Fault.Silence());
            JavaScriptRequest hasty = JavaScriptRequest.builder("1")
                    .timeout(Duration.ofSeconds(3))
                    .build();
            assertThatExceptionOfType(NotDispatchedException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(hasty))
                    .withMessageContaining("did not answer");
            await().atMost(AMPLE).until(() -> standIn.alive().isEmpty());
            assertThat(standIn.orders()).hasSize(2);
        }
    }

    @Test
    void killsAtStartWhatItsOwnerLeftAndNothingElse() {
        try (Sandbox mine = builder().option("owner", "mine").open();
                Sandbox other = builder().option("owner", "other").open()) {
            CompletableFuture<JavaScriptResult> left = mine.runJavaScriptAsync(request("while (true) {}"));
            CompletableFuture<JavaScriptResult> kept = other.runJavaScriptAsync(request("while (true) {}"));
            await().atMost(AMPLE).until(() -> standIn.alive().size() == 2);
            try (Sandbox restarted = builder().option("owner", "mine").open()) {
                assertThat(restarted.describe()).isNotNull();
                assertThat(standIn.alive().values())
                        .singleElement()
                        .satisfies(order -> assertThat(order.metadata()).containsEntry("plimsoll-owner", "other"));
            }
            left.cancel(true);
            kept.cancel(true);
        }
    }

    @Test
    void killsOtherLeftoversWhenOneCannotBeKilled() {
        try (Sandbox first = builder().option("owner", "app").open()) {
            List<CompletableFuture<JavaScriptResult>> left = List.of(
                    first.runJavaScriptAsync(request("while (true) {}")),
                    first.runJavaScriptAsync(request("while (true) {}")));
            await().atMost(AMPLE).until(() -> standIn.alive().size() == 2);
            standIn.faults().next(Stage.KILL, Fault.status(409));
            try (Sandbox second = builder().option("owner", "app").open()) {
                assertThat(second.describe()).isNotNull();
                assertThat(standIn.faults().pending()).isEmpty();
                assertThat(standIn.alive()).as("the one that was refused").hasSizeLessThanOrEqualTo(1);
            }
            left.forEach(run -> run.cancel(true));
        }
    }

    /** The names come from the control plane; whatever they are, what was created is killed. */
    @ParameterizedTest
    @ValueSource(strings = {"a..b", "example.com"})
    void killsAMicroVmThatHasNoAddress(String domain) {
        standIn.faults()
                .next(
                        Stage.CREATE,
                        new Fault.Garbage(Bytes.utf8(
                                "{\"sandboxID\":\"%s\",\"domain\":\"%s\"}".formatted("i".repeat(100), domain))))
                .next(Stage.KILL, Fault.status(404));
        assertThatExceptionOfType(NotDispatchedException.class)
                .isThrownBy(() -> Sandbox.builder()
                        .provider(new E2bProvider())
                        .option("apiUrl", standIn.apiUrl().toString())
                        .option("apiKey", Secret.of(standIn.apiKey()))
                        .open());
        assertThat(standIn.faults().pending()).as("it was killed").isEmpty();
    }

    @Test
    void asksForAClosedMicroVmThatEndsByItself() {
        try (Sandbox sandbox = builder().open()) {
            assertThat(sandbox.runJavaScript(request("console.log(1)"))).exitedWith(0);
            assertThat(standIn.orders()).hasSize(2).allSatisfy(order -> {
                assertThat(order.body().get("allow_internet_access").getAsBoolean())
                        .isFalse();
                assertThat(order.body().get("autoPause").getAsBoolean()).isFalse();
                assertThat(order.body().get("timeout").getAsInt()).isBetween(60, 180);
                assertThat(order.body().getAsJsonObject("network"))
                        .hasToString("{\"denyOut\":[\"0.0.0.0/0\"],\"allowPublicTraffic\":false}");
                assertThat(order.body().has("envVars")).isFalse();
            });
        }
    }

    /** As when a plan allows less than the run's time: better to know before than to lose the run. */
    @Test
    void refusesAMicroVmThatEndsBeforeTheRun() {
        standIn.close();
        standIn = StandIn.start(Account.hobby().withLongestLife(Duration.ofSeconds(90)));
        try (Sandbox sandbox = builder().open()) {
            assertThat(sandbox.runJavaScript(request("console.log(1)"))).hasStdout("1\n");
            JavaScriptRequest longer = JavaScriptRequest.builder("console.log(1)")
                    .timeout(Duration.ofMinutes(2))
                    .build();
            assertThatExceptionOfType(NotDispatchedException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(longer))
                    .withMessageStartingWith("nothing ran: E2B gave the microVM 90 s to live and the run needs 1")
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(RefusalReason.CAPACITY));
            assertThat(standIn.alive()).isEmpty();
            assertThat(sandbox.runJavaScript(request("console.log(2)"))).hasStdout("2\n");
        }
    }

    @Test
    void createsByTheOlderCallWhenToldTo() {
        standIn.close();
        standIn = StandIn.start(Account.hobby().withoutV2());
        try (Sandbox sandbox = builder().option("createVersion", "v1").open()) {
            assertThat(sandbox.runJavaScript(request("console.log(1)"))).hasStdout("1\n");
            assertThat(standIn.orders())
                    .allSatisfy(order -> assertThat(order.body().get("secure").getAsBoolean())
                            .isTrue());
        }
    }
}
