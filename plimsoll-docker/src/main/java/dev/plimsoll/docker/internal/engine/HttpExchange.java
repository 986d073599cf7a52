package dev.plimsoll.docker.internal.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request and the head of its answer, in HTTP/1.1: what an engine's interface needs of it and no more. Every length is
 * bounded.
 */
final class HttpExchange {
    private static final int MAX_HEAD = 64 << 10;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final int status;
    private final Map<String, List<String>> headers;
    private final InputStream body;

    private HttpExchange(int status, Map<String, List<String>> headers, InputStream body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** Sends a request, with the connection's other half for the answer. */
    static HttpExchange send(
            EngineChannel channel, String method, String path, Map<String, String> headers, byte[] content)
            throws IOException {
        StringBuilder head = new StringBuilder(256);
        head.append(method).append(' ').append(path).append(" HTTP/1.1\r\nHost: engine\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
        byte[] headBytes = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[headBytes.length + content.length];
        System.arraycopy(headBytes, 0, all, 0, headBytes.length);
        System.arraycopy(content, 0, all, headBytes.length, content.length);
        OutputStream out = channel.out();
        out.write(all);
        out.flush();
        return readHead(channel.in(), method);
    }

    private static HttpExchange readHead(InputStream in, String method) throws IOException {
        List<String> lines = readLines(in);
        String[] first = lines.get(0).split(" ", 3);
        if (first.length < 2 || !first[0].startsWith("HTTP/1.") || !first[1].matches("[1-5][0-9]{2}")) {
            throw new IOException("what answered does not speak HTTP");
        }
        int status = Integer.parseInt(first[1]);
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(line.substring(0, colon).strip(), name -> new ArrayList<>(1))
                        .add(line.substring(colon + 1).strip());
            }
        }
        return new HttpExchange(status, headers, body(in, method, status, headers));
    }

    private static InputStream body(InputStream in, String method, int status, Map<String, List<String>> headers)
            throws IOException {
        if (status == SWITCHING_PROTOCOLS) {
            return in;
        }
        if (method.equals("HEAD") || status == NO_CONTENT || status == NOT_MODIFIED) {
            return InputStream.nullInputStream();
        }
        List<String> coding = headers.getOrDefault("Transfer-Encoding", List.of());
        if (!coding.isEmpty() && coding.get(0).toLowerCase(Locale.ROOT).contains("chunked")) {
            return HttpBody.chunked(in);
        }
        List<String> length = headers.getOrDefault("Content-Length", List.of());
        if (length.isEmpty()) {
            return HttpBody.untilEnd(in);
        }
        if (!length.get(0).matches("[0-9]{1,18}")) {
            throw new IOException("the answer's length is no number");
        }
        return HttpBody.ofLength(in, Long.parseLong(length.get(0)));
    }

    /** Reads up to the empty line. */
    private static List<String> readLines(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        int left = MAX_HEAD;
        while (true) {
            String line = readLine(in, left);
            left -= line.length() + 2;
            if (line.isEmpty()) {
                if (lines.isEmpty()) {
                    throw new IOException("the answer is empty");
                }
                return lines;
            }
            lines.add(line);
        }
    }

    /** Reads one line of at most so many bytes. */
    static String readLine(InputStream in, int most) throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the engine closed the connection in the middle of an answer");
            }
            if (c == '\n') {
                int end = line.length();
                return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
            }
            if (line.length() >= most) {
                throw new IOException("the answer has a head without end");
            }
            line.append((char) c);
        }
    }

    int status() {
        return status;
    }

    Map<String, List<String>> headers() {
        return headers;
    }

    InputStream body() {
        return body;
    }
}
