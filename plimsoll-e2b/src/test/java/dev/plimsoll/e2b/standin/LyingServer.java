package dev.plimsoll.e2b.standin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service that does not keep to HTTP, which no proper server can be made to do. One request a connection. Thread-safe.
 */
public final class LyingServer implements AutoCloseable {
    private final ServerSocket listener;
    private final Lie lie;
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** What is answered. */
    @FunctionalInterface
    public interface Lie {
        /**
         * Answers one request.
         *
         * @param head the request's first line and headers
         * @param out where the answer goes, all of it
         */
        void tell(String head, OutputStream out) throws IOException;
    }

    private LyingServer(ServerSocket listener, Lie lie) {
        this.listener = listener;
        this.lie = lie;
    }

    /** Starts one. */
    public static LyingServer start(Lie lie) throws IOException {
        LyingServer server = new LyingServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), lie);
        new Thread(server::accept, "standin-liar").start();
        return server;
    }

    /** Starts one that answers this JSON with status 200. */
    public static LyingServer answering(String json) throws IOException {
        return start((head, out) -> write(out, "HTTP/1.1 200 OK\r\n", json));
    }

    /** Writes an answer: a status line with such headers as it has, and a body of JSON. */
    public static void write(OutputStream out, String head, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String rest =
                "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\nConnection: close\r\n\r\n";
        out.write((head + rest).getBytes(StandardCharsets.ISO_8859_1));
        out.write(body);
    }

    /** Where it is. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    /** How many requests came. */
    public int requests() {
        return requests.get();
    }

    /** Takes its time, to say something slowly. */
    public void pause(long millis) throws IOException {
        try {
            if (closed.await(millis, TimeUnit.MILLISECONDS)) {
                throw new IOException("the server has closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                new Thread(() -> answer(socket), "standin-liar-answer").start();
            } catch (IOException e) { // closing is the only end that there is
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            StringBuilder head = new StringBuilder();
            int length = 0;
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                head.append(line).append('\n');
                if (line.startsWith("Content-Length: ")) {
                    length = Integer.parseInt(line.substring("Content-Length: ".length()));
                }
            }
            // what is left unread when a socket closes makes its end a reset, which overtakes the answer
            while (length > 0 && in.read() >= 0) {
                length--;
            }
            requests.incrementAndGet();
            lie.tell(head.toString(), socket.getOutputStream());
        } catch (IOException e) { // the client has had enough
            open.remove(socket);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
