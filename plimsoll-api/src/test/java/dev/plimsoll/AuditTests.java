package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.observe.RunEvent;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.spi.ProgramOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AuditTests {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.plimsoll.audit");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final FakeProvider fake = new FakeProvider();
    private final List<RunEvent> events = new ArrayList<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void writesOneLineOfMetadataForARun() {
        JavaScriptRequest request = JavaScriptRequest.builder("secretCode()")
                .traceId("trace-1")
                .subject("alice@example.com")
                .build();
        fake.script = dispatch -> {
            dispatch.stdout().write("secretOutput".getBytes(StandardCharsets.UTF_8));
            return ProgramOutcome.timedOut(FakeProvider.CONTAINER);
        };
        try (Sandbox sandbox = fake.builder().listener(events::add).open()) {
            JavaScriptResult result = sandbox.runJavaScript(request);
            assertThat(lines.list).hasSize(1);
            assertThat(lines.list.get(0).getFormattedMessage())
                    .startsWith("run ")
                    .contains("kind=javascript", "provider=fake", "isolation=container", "disposition=COMPLETED")
                    .contains("exit=124 timed_out output=12 ms=", "trace=trace-1")
                    .contains("request=" + result.record().requestSha256())
                    .contains("result=" + result.record().resultSha256())
                    .contains("record=" + result.record().recordSha256())
                    .doesNotContain("secret", "alice", "\n");
            assertThat(events).hasSize(1);
            assertThat(events.get(0).record()).contains(result.record());
            assertThat(events.get(0).exitCode()).isEqualTo(OptionalInt.of(124));
        }
    }

    @Test
    void writesOneLineForARefusalAndOneForAnUnknownOutcome() {
        try (Sandbox sandbox = fake.builder().listener(events::add).open()) {
            assertThrown(() -> sandbox.runJavaScript(
                    JavaScriptRequest.builder("secret").floor(Isolation.VM).build()));
            fake.script = dispatch -> {
                throw new IllegalStateException("secret");
            };
            assertThrown(() -> sandbox.runJavaScript("secret"));
            fake.script = dispatch -> ProgramOutcome.exited(0, Evidence.of(Isolation.NONE, ""));
            assertThrown(() -> sandbox.runJavaScript(
                    JavaScriptRequest.builder("secret").floor(Isolation.PROCESS).build()));
        }
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        refused -> assertThat(refused).contains("disposition=REFUSED reason=ISOLATION"),
                        failed -> assertThat(failed).contains("disposition=UNKNOWN failure=ProviderFailureException"),
                        weak -> assertThat(weak)
                                .contains(
                                        "isolation=none disposition=UNKNOWN failure=IsolationEvidenceMismatchException")
                                .contains("record="));
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(line -> line.contains("secret"));
        assertThat(events)
                .extracting(RunEvent::disposition)
                .containsExactly(
                        RunEvent.Disposition.REFUSED, RunEvent.Disposition.UNKNOWN, RunEvent.Disposition.UNKNOWN);
    }

    @Test
    void givesTheResultWhateverAListenerThrows() {
        try (Sandbox sandbox = fake.builder()
                .listener(event -> {
                    throw new IllegalStateException("listener");
                })
                .listener(event -> {
                    throw new StackOverflowError();
                })
                .listener(events::add)
                .open()) {
            assertThat(sandbox.runJavaScript("1").exitCode()).isZero();
        }
        assertThat(events).hasSize(1);
        assertThat(lines.list).hasSize(1);
    }

    private static void assertThrown(ThrowingCallable call) {
        assertThatExceptionOfType(PlimsollException.class).isThrownBy(call);
    }
}
