package dev.plimsoll.e2b;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.secret.Secret;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

    /**
     * Prepares a JVM of its own for a program that runs at a stand-in: the program gets its addresses and a closed port as arguments, and
     * the key as an application would.
     *
     * @param output takes what it prints
     * @param options for the JVM, the last of them the program's class
     */
    static ProcessBuilder java(StandIn standIn, File output, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.add(standIn.apiUrl().toString());
        command.add(standIn.sandboxUrl().toString());
        command.add(Integer.toString(closedPort()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        builder.environment().put("E2B_API_KEY", standIn.apiKey());
        return builder;
    }

    private static int closedPort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
