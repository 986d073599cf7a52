package dev.plimsoll.examples.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Without E2B: a scripted microVM, and the provider where nobody answers. Its own tests run it against a stand-in. */
@Timeout(120)
class E2bRunTests {
    @Test
    void saysTheTierAndTheReceipt() {
        try (ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.VM)) {
            scripted.next(ScriptedRun.printing("v20.0.0 42\n"));
            assertThat(printed(out -> E2bRun.run(scripted.sandbox(), out)))
                    .contains("isolation: vm", "exit code: 0", "stdout:    v20.0.0 42\n")
                    .containsPattern("receipt:   [0-9a-f]{64} \\(checked\\)");
        }
    }

    @Test
    void runsNothingBehindAWeakerWall() {
        try (ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.KERNEL)) {
            assertThatExceptionOfType(InsufficientIsolationException.class)
                    .isThrownBy(() -> printed(out -> E2bRun.run(scripted.sandbox(), out)));
            assertThat(scripted.requests()).isEmpty();
        }
    }

    @Test
    void runsNothingWhereNobodyAnswers() throws IOException {
        String nobody = "http://127.0.0.1:" + closedPort();
        assertThat(printed(out -> E2bRun.run(
                        Sandbox.builder()
                                .option("apiUrl", nobody)
                                .option("sandboxUrl", nobody)
                                .option("apiKey", Secret.of("e2b_" + "0".repeat(40))),
                        out)))
                .startsWith("nothing ran: provider e2b")
                .doesNotContain("exit code");
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String printed(Consumer<PrintStream> run) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        run.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
