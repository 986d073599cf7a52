package dev.plimsoll.docker.internal.engine;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A unix socket that answers as an old, new or stuck engine would. Answers are chosen by path, and may be held back. */
public final class FakeEngine implements Closeable {
    private final ServerSocketChannel server;
    private final String address;
    private final Answers answers;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** Chooses an answer. */
    public interface Answers {
        /** Returns the whole answer to a request line; empty to say nothing and keep the connection. */
        Optional<String> to(String requestLine);
    }

    /** Begins to listen in a folder. */
    public FakeEngine(Path folder, Answers answers) throws IOException {
        Path socket = folder.resolve("e.sock");
        this.answers = answers;
        this.address = "unix://" + socket;
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread thread = new Thread(this::accept, "fake-engine");
        thread.setDaemon(true);
        thread.start();
    }

    /** Makes an answer of JSON. */
    public static Optional<String> json(String body) {
        return Optional.of("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    /** Answers as an engine of some versions says who it is. */
    public static Optional<String> version(String newest, String oldest) {
        return json("{\"Version\":\"99.1\",\"ApiVersion\":\"" + newest + "\",\"MinAPIVersion\":\"" + oldest + "\"}");
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                open.add(channel);
                Thread thread = new Thread(() -> serve(channel), "fake-engine-connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (ClosedChannelException e) {
            return; // the test is over
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void serve(SocketChannel channel) {
        try {
            InputStream in = Channels.newInputStream(channel);
            String line = HttpExchange.readLine(in, 4096);
            requests.add(line);
            Optional<String> answer = answers.to(line);
            if (answer.isPresent()) {
                Channels.newOutputStream(channel).write(answer.get().getBytes(StandardCharsets.ISO_8859_1));
                channel.close();
            }
        } catch (IOException e) {
            requests.add("broken: " + e);
        }
    }

    /** Returns the request lines so far. */
    public List<String> requests() {
        return requests;
    }

    /** Returns the address, for the option {@code host}. */
    public String address() {
        return address;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }
}
