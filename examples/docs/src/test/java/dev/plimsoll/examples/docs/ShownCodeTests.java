package dev.plimsoll.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.InvalidRequestException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** The code that pages show does what they say. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ShownCodeTests {
    private static final JavaScriptRequest REQUEST = JavaScriptRequest.of("console.log(6 * 7)");

    @Test
    void triesElsewhereOnlyWhatDidNotRun() {
        try (ScriptedSandbox first = ScriptedSandbox.open(Isolation.CONTAINER);
                Sandbox second = Sandbox.open("wasm")) {
            List<Sandbox> both = List.of(first.sandbox(), second);

            first.next(ScriptedRun.refusing(RefusalReason.CAPACITY));
            assertThat(Elsewhere.runOnFirst(both, REQUEST).provider()).isEqualTo("wasm");

            first.next(ScriptedRun.failing(() -> new IllegalStateException("lost")));
            assertThatExceptionOfType(ProviderFailureException.class)
                    .isThrownBy(() -> Elsewhere.runOnFirst(both, REQUEST));

            JavaScriptRequest invalid = JavaScriptRequest.of("\ud800");
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> Elsewhere.runOnFirst(both, invalid));

            assertThatExceptionOfType(InsufficientIsolationException.class)
                    .isThrownBy(() -> Elsewhere.runOnFirst(
                            both,
                            JavaScriptRequest.builder("1").floor(Isolation.VM).build()));
            assertThat(first.requests()).hasSize(2);
        }
    }

    @Test
    void setsAFloorThatAWeakerProviderDoesNotMeet() {
        JavaScriptRequest request = Floors.behindAnotherKernel("console.log(1)", List.of("docker:sha256:1"));
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            assertThatExceptionOfType(InsufficientIsolationException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(request));
        }
    }

    @Test
    void countsRunsAndRefusals() {
        Operating operating = new Operating();
        try (Sandbox sandbox = Operating.open(operating.metrics())) {
            sandbox.runJavaScript(REQUEST);
            assertThatExceptionOfType(InvalidRequestException.class).isThrownBy(() -> sandbox.runJavaScript("\ud800"));
            assertThat(sandbox.describe().concurrency()).isEqualTo(2);
        }
        assertThat(operating.counted("runs wasm process COMPLETED")).isEqualTo(1);
        assertThat(operating.counted("refused REQUEST")).isEqualTo(1);
        assertThat(operating.counted("run ns")).isPositive();
    }

    @Test
    void logsTheLineThatThePageShows() throws IOException {
        String shown = Page.read("docs/operations.md").blocks().stream()
                .filter(block -> block.info().equals("text"))
                .map(Page.Block::text)
                .findFirst()
                .orElseThrow();
        Logger audit = (Logger) LoggerFactory.getLogger("dev.plimsoll.audit");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        audit.addAppender(lines);
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            sandbox.runJavaScript(JavaScriptRequest.builder("console.log(42)")
                    .traceId("order-4711")
                    .build());
        } finally {
            audit.detachAppender(lines);
        }
        assertThat(lines.list)
                .singleElement()
                .satisfies(
                        event -> assertThat(form(event.getFormattedMessage())).isEqualTo(form(shown)));
    }

    /** Without what differs from run to run. */
    private static String form(String line) {
        return line.strip()
                .replaceAll("run [0-9a-f]{32}", "run ID")
                .replaceAll("(ms|request|result|record)=\\S+", "$1");
    }

    @Test
    void opensNoContainerOfAnImageThatCannotBe() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> StrongerWalls.inAContainer("not an image"))
                .withMessageContaining("option image of provider docker");
    }

    @Test
    void opensNoMicroVmWithoutAKey() {
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> StrongerWalls.inAMicroVm("not a key"))
                .withMessageContaining("option apiKey of provider e2b")
                .withMessageNotContaining("not a key");
    }

    @Test
    void mountsAGuardThatKnowsNobodyYet() throws IOException, InterruptedException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try {
            assertThat(StrongerWalls.guarded(server)).isNotNull();
            server.start();
            URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/plimsoll");
            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(401);
        } finally {
            server.stop(0);
        }
    }
}
