package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;
import dev.plimsoll.run.Bytes;
import java.time.Duration;
import java.util.Map;

/** One thing that goes wrong at a {@link Stage}, in place of the proper answer or before it. */
public sealed interface Fault {

    /** Answers with an HTTP error, as the service in question spells it. */
    record Status(int status, Map<String, String> headers, JsonObject body) implements Fault {}

    /** Answers with bytes that are not what the protocol says. */
    record Garbage(Bytes bytes) implements Fault {}

    /** Waits, then goes on properly. */
    record Slow(Duration delay) implements Fault {}

    /** Ends the microVM, then goes on as the service does when there is none. */
    record Vanish() implements Fault {}

    /** Goes on properly, but with members and values in the JSON that nobody has heard of. */
    record News() implements Fault {}

    /** Ends a stream with an error in its last frame. */
    record StreamError(JsonObject error) implements Fault {}

    /** Ends a stream as HTTP does, but without the frame that says so. */
    record NoLastFrame() implements Fault {}

    /** Announces far more bytes than anybody should wait for, and sends some. */
    record Giant(long announced) implements Fault {}

    /** Closes the connection, in the middle of whatever was being said. */
    record Drop() implements Fault {}

    /** Says nothing more and keeps the connection open. */
    record Silence() implements Fault {}

    /** An HTTP error whose JSON names the code as a number, as the control plane, the edge and envd's door do. */
    static Fault status(int status) {
        return new Status(status, Map.of(), error(status, "a fault on command"));
    }

    /** An HTTP error with a {@code Retry-After}. */
    static Fault status(int status, Duration retryAfter) {
        return new Status(
                status,
                Map.of("Retry-After", Long.toString(retryAfter.toSeconds())),
                error(status, "a fault on command"));
    }

    /** An HTTP error whose JSON names the code as a text, as Connect does. */
    static Fault rpc(int status, String code) {
        JsonObject body = new JsonObject();
        body.addProperty("code", code);
        body.addProperty("message", "a fault on command");
        return new Status(status, Map.of(), body);
    }

    /** A stream that ends with an error of this name. */
    static Fault streamError(String code) {
        JsonObject error = new JsonObject();
        error.addProperty("code", code);
        error.addProperty("message", "a fault on command");
        return new StreamError(error);
    }

    /** A stream that ends with an error whose code is a number. */
    static Fault streamError(int code) {
        return new StreamError(error(code, "a fault on command"));
    }

    private static JsonObject error(int code, String message) {
        JsonObject body = new JsonObject();
        body.addProperty("code", code);
        body.addProperty("message", message);
        return body;
    }
}
