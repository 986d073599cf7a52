package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.HostApi;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Python process with the module {@code host}, as a project's step in a container has it: the container runner's own loader,
 * the broker's module, and calls over a socket in the runner's framing.
 */
final class PythonGuest implements AutoCloseable {
    /** Whether this machine has the interpreter. */
    static final boolean IS_HERE = List.of(System.getenv("PATH").split(":", -1)).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));

    private static final Path LOADER = Path.of("..", "plimsoll-docker", "docker", "runner", "python");

    private final HostApi api;
    private final Path folder;
    private final ServerSocketChannel listener;

    PythonGuest(HostApi api, Path folder) throws IOException {
        this.api = api;
        this.folder = folder;
        Files.writeString(folder.resolve("host.py"), api.pythonModule());
        this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(folder.resolve("socket")));
        start(this::accept);
    }

    /** Runs a program and returns what it printed; it has to end well. */
    String run(String program) throws IOException, InterruptedException {
        // in a folder of its own, as a project is: Python looks for modules beside the program first
        Path project = Files.createDirectories(folder.resolve("project"));
        Path file = Files.writeString(project.resolve("program.py"), program);
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder("python3", file.toString())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("PYTHONPATH", LOADER.toAbsolutePath().toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().put("PYTHONIOENCODING", "utf-8");
        builder.environment().put("PLIMSOLL_HOST", folder.toString());
        builder.environment().put("PLIMSOLL_HOST_ENVELOPE_BYTES", Integer.toString(api.maxEnvelopeBytes()));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("Python has ended")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
        return Files.readString(output);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "python-guest");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel connection = listener.accept();
                start(() -> serve(connection));
            }
        } catch (AsynchronousCloseException e) {
            return; // the test is over
        } catch (IOException e) {
            throw new AssertionError("the socket is broken", e);
        }
    }

    /** Length, the caller's id, envelope; then length, the id, 0 for a reply and 1 for a failure, text. */
    private void serve(SocketChannel connection) {
        try (connection;
                DataInputStream in = new DataInputStream(Channels.newInputStream(connection));
                DataOutputStream out = new DataOutputStream(Channels.newOutputStream(connection))) {
            byte[] body = in.readNBytes(in.readInt());
            ByteBuffer call = ByteBuffer.wrap(body);
            int id = call.getInt();
            byte[] envelope = new byte[call.remaining()];
            call.get(envelope);
            byte[] reply = DirectCalls.reply(api.call(Bytes.copyOf(envelope))).getBytes(StandardCharsets.UTF_8);
            out.writeInt(reply.length + 5);
            out.writeInt(id);
            out.writeByte(0);
            out.write(reply);
        } catch (EOFException e) {
            return; // a program that connected and said nothing
        } catch (IOException e) {
            throw new AssertionError("a call broke off", e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
