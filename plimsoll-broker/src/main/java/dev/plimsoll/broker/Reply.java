package dev.plimsoll.broker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.run.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a guest gets for a call: the API's status, content type and body, or the broker's refusal. Never a header, an
 * address, or anything of an exception.
 */
final class Reply {
    /** The longest body of a response, in bytes as received. */
    static final int MAX_BODY_BYTES = 4 << 20;

    /** The longest reply: text that is longer as JSON than this is refused as too large. */
    static final int MAX_BYTES = 2 * MAX_BODY_BYTES + 4 * 1024;

    static final int DENIED = 403;
    static final int TOO_MANY = 429;
    static final int FAILED = 502;
    static final int QUIET = 503;
    static final int TIMED_OUT = 504;

    private static final Pattern JSON_TYPE =
            Pattern.compile("application/(?:[a-z0-9.+-]+\\+)?json(?:[ ;]|$)", Pattern.CASE_INSENSITIVE);

    private static final JsonFactory JSON = new JsonFactory();

    private Reply() {}

    /** Returns the API's answer; null if it is too long as JSON. */
    static @Nullable Bytes answer(int status, String contentType, String body) {
        String inexact = isJson(contentType) ? JsonIntegers.firstInexact(body) : null;
        Bytes reply = write(json -> {
            json.writeNumberField("status", status);
            json.writeStringField("type", contentType);
            json.writeStringField("body", body);
            if (inexact != null) {
                json.writeStringField("inexact", inexact);
            }
        });
        return reply.length() <= MAX_BYTES ? reply : null;
    }

    /** As the guest's client tells. */
    private static boolean isJson(String contentType) {
        return JSON_TYPE.matcher(contentType).lookingAt();
    }

    /** Returns the broker's own answer. The text is fixed, and holds nothing of the call or of its failure. */
    static Bytes refusal(int status, String text) {
        return write(json -> {
            json.writeNumberField("status", status);
            json.writeStringField("error", text);
        });
    }

    private interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private static Bytes write(Members members) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            members.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        return Bytes.copyOf(out.toByteArray());
    }
}
