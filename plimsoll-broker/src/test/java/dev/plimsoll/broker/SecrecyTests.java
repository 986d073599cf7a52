package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.plimsoll.Sandbox;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Where the credential is not: in the guest, and in what this library and those it uses log. */
@Timeout(120)
class SecrecyTests {
    /** Calls that go well and calls that fail in each way there is, then a search of all that the guest can reach. */
    private static final String GUEST = resource("secrecy-search.js");

    private static String resource(String name) {
        try (InputStream in = SecrecyTests.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RawServer server() throws IOException {
        return new RawServer((request, connection) -> {
            switch (request.path()) {
                case "/v1/drop" -> {
                    return connection.reset();
                }
                case "/v1/show" ->
                    connection.send(
                            RawServer.response("200 OK", "{\"you\":\"" + request.header("authorization") + "\"}"));
                case "/v1/move" ->
                    connection.send(RawServer.response("302 Found", "{}", "Location: http://127.0.0.1:1/moved\r\n"));
                case "/v1/fail" ->
                    connection.send(RawServer.response(
                            "500 Oops",
                            "{}",
                            "X-Echo: " + request.header("authorization") + "\r\nSet-Cookie: a=" + TestGrants.TOKEN
                                    + "\r\n"));
                default -> connection.send(RawServer.response("200 OK", "{\"a\":1}"));
            }
            return true;
        });
    }

    /** The needles are written backwards, so that the code itself is none. */
    private static JavaScriptResult search(Sandbox sandbox, Grant grant, String... needles) {
        List<String> backwards = Arrays.stream(needles)
                .map(needle -> "'" + new StringBuilder(needle).reverse() + "'")
                .toList();
        return sandbox.runJavaScript(JavaScriptRequest.builder(GUEST.replace("NEEDLES_BACKWARDS", backwards.toString()))
                .grant(grant)
                .timeout(Duration.ofSeconds(100))
                .build());
    }

    @Test
    void isNowhereThatAGuestCanLook() throws IOException {
        try (RawServer server = server();
                Sandbox sandbox = Sandbox.open("wasm")) {
            JavaScriptResult result = search(
                    sandbox,
                    TestGrants.everyMethod(server.origin()).build(),
                    TestGrants.TOKEN,
                    "Bearer ",
                    "127.0.0.1",
                    ":" + server.port());
            assertThat(result.exitCode()).as(result.stderrText()).isZero();
            List<String> lines = result.stdoutText().lines().toList();
            // the search finds what a test hides from it in ten places, so it looks where it has to
            assertThat(lines).first().isEqualTo("hidden 10 found 10");
            assertThat(lines.get(1)).matches("searched [1-9][0-9]{2,} values");
            assertThat(lines.subList(2, lines.size())).isEmpty();
            assertThat(server.requests()).hasSize(5);
        }
    }

    @Test
    void isInNoLogWhateverItsLevel() throws IOException {
        try (Captured logs = new Captured();
                RawServer server = server();
                Sandbox sandbox = Sandbox.open("wasm")) {
            search(sandbox, TestGrants.everyMethod(server.origin()).build(), TestGrants.TOKEN);
            assertThat(logs.lines).as("something was logged").isNotEmpty();
            assertThat(logs.lines)
                    .noneMatch(line ->
                            line.contains(TestGrants.TOKEN) || line.contains("Bearer") || line.contains("/v1/show"));
        }
    }

    /** All of SLF4J and of java.util.logging, which OkHttp uses. */
    private static final class Captured extends Handler implements AutoCloseable {
        private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        private final Level before = root.getLevel();
        private final java.util.logging.Logger platform = java.util.logging.Logger.getLogger("");
        private final java.util.logging.Level platformBefore = platform.getLevel();
        private final List<Handler> others = List.of(platform.getHandlers());
        private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                lines.add(event.getFormattedMessage()
                        + Arrays.toString(event.getArgumentArray())
                        + event.getMDCPropertyMap()
                        + (event.getThrowableProxy() == null
                                ? ""
                                : ThrowableProxyUtil.asString(event.getThrowableProxy())));
            }
        };

        Captured() {
            appender.setContext(root.getLoggerContext());
            appender.start();
            root.addAppender(appender);
            root.setLevel(Level.TRACE);
            others.forEach(platform::removeHandler);
            platform.addHandler(this);
            platform.setLevel(java.util.logging.Level.ALL);
            setLevel(java.util.logging.Level.ALL);
        }

        @Override
        public void publish(LogRecord record) {
            lines.add(new SimpleFormatter().format(record));
        }

        @Override
        public void flush() {
            // nothing is held back
        }

        @Override
        public void close() {
            platform.removeHandler(this);
            others.forEach(platform::addHandler);
            platform.setLevel(platformBefore);
            root.setLevel(before);
            root.detachAppender(appender);
        }
    }
}
