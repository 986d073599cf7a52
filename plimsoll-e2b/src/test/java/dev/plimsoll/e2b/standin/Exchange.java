package dev.plimsoll.e2b.standin;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;

/** One HTTP request and its answer. Used by one thread. */
final class Exchange {
    /** Above every limit the provider knows, and far below what a test machine has. */
    private static final int MAX_BODY_BYTES = 96 << 20;

    private final Request request;
    private final Response response;
    private final CountDownLatch serverClosed;
    private boolean news;

    Exchange(Request request, Response response, CountDownLatch serverClosed) {
        this.request = request;
        this.response = response;
        this.serverClosed = serverClosed;
    }

    String method() {
        return request.getMethod();
    }

    String path() {
        return Request.getPathInContext(request);
    }

    String route() {
        return method() + " " + path();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    Optional<String> query(String name) {
        Fields fields = Request.extractQueryParameters(request, StandardCharsets.UTF_8);
        return Optional.ofNullable(fields.getValue(name));
    }

    byte[] body() throws IOException {
        InputStream in = Content.Source.asInputStream(request);
        byte[] body = in.readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw new IOException("a request body of more than " + MAX_BODY_BYTES + " bytes");
        }
        return body;
    }

    /** The body as a JSON object; empty when it is something else. */
    Optional<JsonObject> json() throws IOException {
        return parse(body());
    }

    static Optional<JsonObject> parse(byte[] bytes) {
        try {
            JsonElement parsed = JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8));
            return parsed.isJsonObject() ? Optional.of(parsed.getAsJsonObject()) : Optional.empty();
        } catch (JsonParseException e) {
            return Optional.empty();
        }
    }

    /** From here on answers carry members and values that are in no specification. */
    void addNews() {
        news = true;
    }

    void setHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    void answer(int status) throws IOException {
        response.setStatus(status);
        Content.Sink.write(response, true, null);
    }

    void answer(int status, JsonElement json) throws IOException {
        setHeader(HttpHeader.CONTENT_TYPE.asString(), "application/json");
        answer(status, utf8((news ? News.addedTo(json) : json).toString()));
    }

    void answer(int status, byte[] bytes) throws IOException {
        response.setStatus(status);
        setHeader(HttpHeader.CONTENT_LENGTH.asString(), Integer.toString(bytes.length));
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
            out.write(bytes);
        }
    }

    /** The control plane's, the edge's and envd's door's way to say no. */
    void refuse(int status, String message) throws IOException {
        JsonObject error = new JsonObject();
        error.addProperty("code", status);
        error.addProperty("message", message);
        answer(status, error);
    }

    /** A body of unknown length; each write leaves at once. */
    OutputStream stream(int status, String contentType) {
        response.setStatus(status);
        setHeader(HttpHeader.CONTENT_TYPE.asString(), contentType);
        return Content.Sink.asOutputStream(response);
    }

    /** Announces a body of this length; whoever then sends less has cut the connection. */
    OutputStream stream(int status, String contentType, long announced) {
        setHeader(HttpHeader.CONTENT_LENGTH.asString(), Long.toString(announced));
        return stream(status, contentType);
    }

    boolean hasNews() {
        return news;
    }

    boolean hasBegun() {
        return response.isCommitted();
    }

    /** Opens when the server closes. What waits on purpose waits on it. */
    CountDownLatch serverClosed() {
        return serverClosed;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
