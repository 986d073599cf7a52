package dev.plimsoll.e2b.standin;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes connections from a socket in the file system on to a port of loopback. */
final class SocketRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SocketRelay.class);
    private static final int BUFFER_BYTES = 16 << 10;

    private final ServerSocketChannel server;
    private final int port;
    private final Set<Closeable> open = ConcurrentHashMap.newKeySet();

    private SocketRelay(ServerSocketChannel server, int port) {
        this.server = server;
        this.port = port;
    }

    static SocketRelay start(Path path, int port) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(path));
        SocketRelay relay = new SocketRelay(server, port);
        thread(relay::accept);
        return relay;
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel from = server.accept();
                SocketChannel to = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                open.add(from);
                open.add(to);
                thread(() -> pump(from, to));
                thread(() -> pump(to, from));
            }
        } catch (IOException e) {
            close(); // as it does when it is closed
        }
    }

    private interface Body {
        void run() throws IOException;
    }

    /** Not with streams over the channels: in Java 17 they let a channel be read or written, not both at once. */
    private void pump(SocketChannel from, SocketChannel to) throws IOException {
        try (from;
                to) {
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            while (from.read(buffer.clear()) >= 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    private static void thread(Body body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        body.run();
                    } catch (IOException e) {
                        LOG.debug("a connection has ended: {}", e.toString());
                    }
                },
                "standin-relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Closeable one : open) {
                one.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a relay could not be closed", e);
        }
    }
}
