package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The answer of a Connect call that streams: enveloped messages, and a last one that says how it ended. */
final class EventStream {
    private static final int LAST = 2;

    private final Exchange exchange;
    private final OutputStream out;

    EventStream(Exchange exchange) {
        this.exchange = exchange;
        this.out = exchange.stream(200, "application/connect+json");
    }

    void message(JsonObject json) throws IOException {
        frame(0, exchange.hasNews() ? News.addedTo(json).toString() : json.toString());
    }

    /** Ends the call well. */
    void end() throws IOException {
        frame(LAST, "{}");
        out.close();
    }

    /** Ends the call with an error. */
    void end(JsonObject error) throws IOException {
        JsonObject last = new JsonObject();
        last.add("error", error);
        frame(LAST, last.toString());
        out.close();
    }

    void endWithoutFrame() throws IOException {
        out.close();
    }

    void header(int flags, int length) throws IOException {
        raw(ByteBuffer.allocate(5).put((byte) flags).putInt(length).array());
    }

    void raw(byte[] bytes) throws IOException {
        out.write(bytes);
    }

    OutputStream out() {
        return out;
    }

    private void frame(int flags, String json) throws IOException {
        byte[] bytes = Exchange.utf8(json);
        raw(ByteBuffer.allocate(5 + bytes.length)
                .put((byte) flags)
                .putInt(bytes.length)
                .put(bytes)
                .array());
    }
}
