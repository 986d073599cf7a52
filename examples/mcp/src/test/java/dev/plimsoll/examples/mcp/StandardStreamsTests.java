package dev.plimsoll.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.plimsoll.examples.agent.CodeTool;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client's SDK does not show: each byte on standard output, and how the server ends. */
@Timeout(120)
class StandardStreamsTests {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
            + "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
    private static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    @TempDir
    private Path folder;

    private Process server;
    private BufferedWriter in;
    private BufferedReader out;

    @BeforeEach
    void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(ServerCommand.tool("java")));
        command.addAll(ServerCommand.arguments());
        server = new ProcessBuilder(command).redirectError(log().toFile()).start();
        in = server.outputWriter();
        out = server.inputReader();
        send(INITIALIZE);
        assertThat(answer().get("result").get("serverInfo").get("name").asText())
                .isEqualTo("plimsoll");
        send(INITIALIZED);
    }

    @AfterEach
    void stop() {
        server.destroyForcibly();
    }

    @Test
    void writesNothingButTheProtocolToStandardOutput() throws Exception {
        send(call("console.log('on stdout'); console.error('on stderr')"));
        assertThat(answer().get("result").get("isError").asBoolean()).isFalse();
        in.close();
        assertThat(out.readLine()).isNull();
        assertEndsCleanly();
    }

    @Test
    void endsWithARunUnderWayWhenItsInputIsClosed() throws Exception {
        send(call("while (true) {}"));
        await().atMost(Duration.ofSeconds(60)).until(() -> threads().contains("dev.plimsoll.wasm.GuestThreads.run("));
        in.close();
        assertEndsCleanly();
        assertThat(log()).content().contains("failure=RunCancelledException").doesNotContain("timed_out");
    }

    @Test
    void endsWhenAMessageIsTooLong() throws Exception {
        String tooLong = call("x".repeat(9 << 20));
        try {
            send(tooLong);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("pipe"); // the server no longer reads
        }
        assertThat(out.readLine()).isNull();
        assertEndsCleanly();
    }

    @Test
    void endsWhenItsInputIsNoProtocol() throws Exception {
        send("rm -rf /");
        assertThat(out.readLine()).isNull();
        assertEndsCleanly();
    }

    private void assertEndsCleanly() throws InterruptedException {
        assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isZero();
    }

    /** The server's threads, by the JDK's own tool. */
    private String threads() throws IOException, InterruptedException {
        Process tool = new ProcessBuilder(ServerCommand.tool("jcmd"), Long.toString(server.pid()), "Thread.print")
                .redirectErrorStream(true)
                .start();
        String threads = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        tool.waitFor();
        return threads;
    }

    private Path log() {
        return folder.resolve("stderr");
    }

    private static String call(String code) throws IOException {
        return "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"" + CodeTool.NAME
                + "\",\"arguments\":{\"code\":" + JSON.writeValueAsString(code) + "}}}";
    }

    private void send(String message) throws IOException {
        in.write(message);
        in.write('\n');
        in.flush();
    }

    private JsonNode answer() throws IOException {
        return JSON.readTree(out.readLine());
    }
}
