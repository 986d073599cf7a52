package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.internal.control.ControlException;
import dev.plimsoll.e2b.internal.control.ControlPlane;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.e2b.standin.Fault;
import dev.plimsoll.e2b.standin.Stage;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.secret.Secret;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Where the account's key and the microVMs' tokens are not: in any log at its finest level, and in any exception. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KeySecrecyTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);

    private final StandIn standIn = StandIn.start();
    /** What SLF4J was told, and what java.util.logging was, which OkHttp uses. */
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private final ByteArrayOutputStream platformLog = new ByteArrayOutputStream();
    private final StreamHandler platformHandler = new StreamHandler(platformLog, new SimpleFormatter());
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final java.util.logging.Logger platform = java.util.logging.Logger.getLogger("");
    private final java.util.logging.Level platformBefore = platform.getLevel();
    /** The stand-in's own server, which logs every header that it gets. */
    private final Logger server = (Logger) LoggerFactory.getLogger("org.eclipse.jetty");

    private final List<String> thrown = new ArrayList<>();

    @BeforeEach
    void capture() {
        appender.setContext(root.getLoggerContext());
        appender.start();
        root.addAppender(appender);
        root.setLevel(Level.TRACE);
        server.setLevel(Level.OFF);
        platformHandler.setLevel(java.util.logging.Level.ALL);
        platform.addHandler(platformHandler);
        platform.setLevel(java.util.logging.Level.ALL);
    }

    @AfterEach
    void restore() {
        platform.removeHandler(platformHandler);
        platform.setLevel(platformBefore);
        root.setLevel(before);
        server.setLevel(null);
        root.detachAppender(appender);
        standIn.close();
    }

    private void run(Sandbox sandbox, String code) {
        JavaScriptRequest request =
                JavaScriptRequest.builder(code).timeout(AMPLE).build();
        note(catchThrowable(() -> sandbox.runJavaScript(request)));
    }

    private void note(Throwable throwable) {
        if (throwable != null) {
            StringWriter text = new StringWriter();
            throwable.printStackTrace(new PrintWriter(text));
            thrown.add(text.toString());
        }
    }

    /** Everything that was logged and thrown, as text. */
    private String captured() {
        platformHandler.flush();
        StringBuilder all = new StringBuilder(platformLog.toString(StandardCharsets.UTF_8));
        for (ILoggingEvent event : List.copyOf(appender.list)) {
            all.append(event.getFormattedMessage())
                    .append(Arrays.toString(event.getArgumentArray()))
                    .append(event.getMDCPropertyMap());
            if (event.getThrowableProxy() != null) {
                all.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
            }
            all.append('\n');
        }
        thrown.forEach(all::append);
        return all.toString();
    }

    private void assertHoldsNoSecret() {
        assertThat(captured().lines())
                .noneMatch(line -> line.contains(standIn.apiKey().substring(4)))
                .noneMatch(line -> line.contains("ea_"))
                .noneMatch(line -> line.contains("console.log"));
    }

    @Test
    void ofRunsThatGoWellAndOfRunsThatFailInEachWay() {
        Fault echo = new Fault.Garbage(Bytes.utf8("{\"key\":\"" + standIn.apiKey() + "\",\"sandboxID\":7"));
        try (Sandbox sandbox = StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider()), standIn)
                .option("callTimeout", "PT5S")
                .option("reapEvery", "PT1S")
                .option("owner", "secrecy")
                .open()) {
            run(sandbox, "console.log(1)");
            for (Stage stage :
                    List.of(Stage.CREATE, Stage.CREATED, Stage.GET, Stage.FILE_WRITE, Stage.START, Stage.KILL)) {
                for (Fault fault : List.of(Fault.status(401), Fault.status(500), echo, new Fault.Drop())) {
                    standIn.faults().next(stage, fault);
                    run(sandbox, "console.log(2)");
                    standIn.faults().clear();
                }
            }
            standIn.faults().next(Stage.LIST, Fault.status(500));
            assertThat(sandbox.describe().toString()).doesNotContain(standIn.apiKey());
        }
        assertThat(thrown).hasSizeGreaterThan(15);
        assertThat(captured().lines()).anyMatch(line -> line.contains("could not be killed"));
        assertHoldsNoSecret();
    }

    /** OkHttp logs each frame of HTTP/2 at its finest level. */
    @Test
    void ofTheWireOfHttp2() throws ControlException, InterruptedException {
        OkHttpClient http = Calls.newClient(AMPLE)
                .newBuilder()
                .protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE))
                .build();
        ControlPlane control =
                new ControlPlane(http, HttpUrl.get(standIn.apiUrl().toString()), Secret.of(standIn.apiKey()), false);
        assertThat(control.list(Map.of("plimsoll-owner", "nobody"), AMPLE)).isEmpty();
        note(catchThrowable(() -> new ControlPlane(
                        http, HttpUrl.get(standIn.apiUrl().toString()), Secret.of(standIn.apiKey() + "x"), false)
                .list(Map.of(), AMPLE)));
        Calls.close(http);
        assertThat(thrown).hasSize(1);
        assertThat(captured().lines()).as("frames were logged").anyMatch(line -> line.contains("HEADERS"));
        assertHoldsNoSecret();
    }

    /** Also not of a key that is refused before anybody is asked. */
    @Test
    void ofAKeyThatIsMalformed() {
        note(catchThrowable(() -> Sandbox.builder()
                .provider(new E2bProvider())
                .option("apiKey", Secret.of("e2b_" + "s3cr3t key"))
                .open()));
        assertThat(thrown).hasSize(1);
        assertThat(captured()).doesNotContain("s3cr3t");
    }
}
