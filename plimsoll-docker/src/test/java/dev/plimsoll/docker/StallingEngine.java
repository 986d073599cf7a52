package dev.plimsoll.docker;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A unix socket before the engine of the tests, which can stop answering at any moment: it takes connections, and says nothing. */
final class StallingEngine implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(StallingEngine.class);
    private static final int BUFFER = 64 << 10;

    private final Path engine;
    private final Path socket;
    private final ServerSocketChannel server;
    private final List<SocketChannel> open = new CopyOnWriteArrayList<>();
    private final StringBuilder said = new StringBuilder();
    private boolean stalled;

    StallingEngine(Path engine, Path folder) throws IOException {
        this.engine = engine;
        this.socket = folder.resolve("stalling.sock");
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        start(this::accept);
    }

    private static void start(Step step) {
        Thread thread = new Thread(
                () -> {
                    try {
                        step.run();
                    } catch (IOException e) {
                        LOG.debug("a connection ended", e);
                    }
                },
                "stalling-engine");
        thread.setDaemon(true);
        thread.start();
    }

    private interface Step {
        void run() throws IOException;
    }

    private void accept() throws IOException {
        while (true) {
            SocketChannel client = server.accept();
            SocketChannel real = SocketChannel.open(UnixDomainSocketAddress.of(engine));
            open.add(client);
            open.add(real);
            start(() -> pass(client, real, false));
            start(() -> pass(real, client, true));
        }
    }

    private void pass(SocketChannel from, SocketChannel to, boolean fromEngine) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        while (from.read(buffer) >= 0) {
            buffer.flip();
            if (!mayPass(buffer, fromEngine)) {
                return;
            }
            while (buffer.hasRemaining()) {
                to.write(buffer);
            }
            buffer.clear();
        }
        to.shutdownOutput();
    }

    private synchronized boolean mayPass(ByteBuffer bytes, boolean fromEngine) {
        if (fromEngine && !stalled) {
            said.append(StandardCharsets.ISO_8859_1.decode(bytes.duplicate()));
        }
        return !stalled;
    }

    /** Tells whether the engine said something so far. */
    synchronized boolean hasSaid(String text) {
        return said.indexOf(text) >= 0;
    }

    /** Says nothing any more, on any connection. */
    synchronized void stall() {
        stalled = true;
    }

    /** Returns the address, for the option {@code host}. */
    String address() {
        return "unix://" + socket;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel channel : open) {
            channel.close();
        }
    }
}
