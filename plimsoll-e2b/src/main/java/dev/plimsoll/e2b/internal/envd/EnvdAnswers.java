package dev.plimsoll.e2b.internal.envd;

import com.google.gson.JsonObject;
import dev.plimsoll.e2b.internal.envd.EnvdException.Failure;
import dev.plimsoll.e2b.internal.envd.Frame.ProtocolException;

/** Reads what a refusal says: the HTTP status first, then the code, if there is one. */
final class EnvdAnswers {
    private EnvdAnswers() {}

    static EnvdException refused(String what, int status, byte[] body) {
        if (status == 502) {
            // the edge: there is no such microVM, or nothing listens in it any more
            return new EnvdException(Failure.GONE, what, "status 502", null);
        }
        return new EnvdException(Failure.REFUSED, what, "status " + status + ", " + code(status, body), null);
    }

    private static String code(int status, byte[] body) {
        try {
            JsonObject json = Frame.json(body);
            return json.has("code") ? ErrorCode.of(json) : ErrorCode.ofStatus(status);
        } catch (ProtocolException e) { // a page of some proxy: the status says what is to be said
            return ErrorCode.ofStatus(status);
        }
    }
}
