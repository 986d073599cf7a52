package dev.plimsoll.e2b;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Points sandboxes at a stand-in. */
final class StandInSandboxes {
    private StandInSandboxes() {}

    /** Sets the options that every sandbox at a stand-in needs. */
    static SandboxBuilder configure(SandboxBuilder builder, StandIn standIn) {
        // the stand-in's processes are this machine's, so what must not answer is a port that nobody listens on
        return builder.option("apiUrl", standIn.apiUrl().toString())
                .option("sandboxUrl", standIn.sandboxUrl().toString())
                .option("apiKey", Secret.of(standIn.apiKey()))
                .option("probeHost", "127.0.0.1")
                .option("probePort", Integer.toString(closedPort()));
    }

    /** Opens a sandbox. */
    static Sandbox open(StandIn standIn) {
        return configure(Sandbox.builder().provider(new E2bProvider()), standIn).open();
    }

    static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
