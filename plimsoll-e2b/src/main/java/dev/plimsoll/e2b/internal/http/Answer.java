package dev.plimsoll.e2b.internal.http;

import dev.plimsoll.run.Bytes;
import java.nio.charset.StandardCharsets;
import okhttp3.Headers;

/**
 * An answer that came whole, or whose rest was not wanted.
 *
 * @param status the HTTP status
 * @param headers its headers
 * @param body the first bytes of its body
 * @param cut whether the body is longer than that
 */
public record Answer(int status, Headers headers, Bytes body, boolean cut) {
    /** Tells whether the status is one of success. */
    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** Decodes the body. */
    public String text() {
        return new String(body.toByteArray(), StandardCharsets.UTF_8);
    }

    /** Shows no content: it may hold a token, or a guest's data. */
    @Override
    public String toString() {
        return "Answer[" + status + ", " + body.length() + " bytes]";
    }
}
