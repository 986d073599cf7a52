package dev.plimsoll.e2b.internal.envd;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.Set;

/**
 * Reads an error's code. Connect names it by a text, envd's door and the edge by the number of the HTTP status; whatever
 * else stands there is unknown, and so not repeated.
 */
final class ErrorCode {
    static final String DEADLINE_EXCEEDED = "deadline_exceeded";
    static final String UNKNOWN = "unknown";

    private static final Set<String> CODES = Set.of(
            "canceled",
            UNKNOWN,
            "invalid_argument",
            DEADLINE_EXCEEDED,
            "not_found",
            "already_exists",
            "permission_denied",
            "resource_exhausted",
            "failed_precondition",
            "aborted",
            "out_of_range",
            "unimplemented",
            "internal",
            "unavailable",
            "data_loss",
            "unauthenticated");

    private ErrorCode() {}

    /** Reads the error of a stream's last frame, or of an answer's body. */
    static String of(JsonElement error) {
        JsonElement code = error instanceof JsonObject object ? object.get("code") : null;
        if (code == null || !code.isJsonPrimitive()) {
            return UNKNOWN;
        }
        if (code.getAsJsonPrimitive().isString()) {
            String text = code.getAsString();
            return CODES.contains(text) ? text : UNKNOWN;
        }
        if (code.getAsJsonPrimitive().isNumber()) {
            return number(code.getAsString()).map(ErrorCode::ofStatus).orElse(UNKNOWN);
        }
        return UNKNOWN;
    }

    private static Optional<Integer> number(String text) {
        return text.matches("[0-9]{1,3}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /** Reads an HTTP status as Connect reads it where no code says more. */
    static String ofStatus(int status) {
        return switch (status) {
            case 400 -> "internal";
            case 401 -> "unauthenticated";
            case 403 -> "permission_denied";
            case 404 -> "unimplemented";
            case 429, 502, 503, 504 -> "unavailable";
            default -> UNKNOWN;
        };
    }
}
