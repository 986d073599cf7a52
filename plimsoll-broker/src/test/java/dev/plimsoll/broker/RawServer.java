package dev.plimsoll.broker;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An API on loopback at the level of bytes: keeps each request as it came, and answers with whatever bytes a test wants,
 * well-formed or not.
 */
final class RawServer implements AutoCloseable {
    /** Answers one request. Returns whether the connection stays open for another. */
    @FunctionalInterface
    interface Answer {
        boolean to(Request request, Connection connection) throws IOException;
    }

    /** A request as it came over the wire, in Latin-1 so that every byte is seen. */
    record Request(String line, List<String> headers, String body) {
        String path() {
            return line.split(" ", -1)[1];
        }

        List<String> header(String name) {
            String prefix = name.toLowerCase(Locale.ROOT) + ":";
            return headers.stream()
                    .filter(h -> h.toLowerCase(Locale.ROOT).startsWith(prefix))
                    .map(h -> h.substring(prefix.length()).strip())
                    .toList();
        }
    }

    /** The server's end of a connection. */
    static final class Connection {
        private final Socket socket;
        private final InputStream in;

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
        }

        Connection send(String bytes) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            return this;
        }

        Connection send(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            return this;
        }

        /** Answers nothing more, and returns when the client has gone away. */
        boolean hang() throws IOException {
            while (in.read() >= 0) {
                // what the client still sends does not matter
            }
            return false;
        }

        /** Drops the connection with a reset rather than an orderly end. */
        boolean reset() throws IOException {
            socket.setSoLinger(true, 0);
            return false;
        }
    }

    private final ServerSocket listener;
    private final Answer answer;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    RawServer(Answer answer) throws IOException {
        this.answer = answer;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Returns a server that gives everybody the same JSON. */
    static RawServer saying(String json) throws IOException {
        return new RawServer((request, connection) -> {
            connection.send(response("200 OK", json));
            return true;
        });
    }

    /** Returns a complete response with a JSON body. Further header lines each end with CR LF. */
    static String response(String status, String json, String... headerLines) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + json.length() + "\r\n"
                + String.join("", headerLines) + "\r\n" + json;
    }

    String origin() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    int port() {
        return listener.getLocalPort();
    }

    List<Request> requests() {
        return requests;
    }

    List<String> requestLines() {
        return requests.stream().map(Request::line).toList();
    }

    int openConnections() {
        return open.size();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                start(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Connection connection = new Connection(socket);
            Request request = read(connection.in);
            while (request != null) {
                requests.add(request);
                if (!answer.to(request, connection)) {
                    return;
                }
                request = read(connection.in);
            }
        } catch (IOException e) {
            // the client is gone, which is what some tests want
        } finally {
            open.remove(socket);
        }
    }

    private static Request read(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return null;
        }
        List<String> headers = new ArrayList<>();
        int length = 0;
        for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
            headers.add(header);
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring("content-length:".length()).strip());
            }
        }
        return new Request(line, List.copyOf(headers), new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
    }

    /** Returns the bytes up to CR LF, null at the end of the stream. */
    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1);
                return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
            }
            line.write(next);
        }
        return null;
    }

    @Override
    public void close() {
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
