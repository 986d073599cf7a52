package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;

/** A failed call in Connect's terms. */
final class RpcException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    RpcException(String code, String message) {
        super(message);
        this.code = code;
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject();
        json.addProperty("code", code);
        json.addProperty("message", getMessage());
        return json;
    }

    /** The HTTP status that goes with a code in an answer that is no stream. */
    int httpStatus() {
        return switch (code) {
            case "canceled" -> 499;
            case "invalid_argument", "failed_precondition", "out_of_range" -> 400;
            case "unauthenticated" -> 401;
            case "permission_denied" -> 403;
            case "not_found" -> 404;
            case "already_exists", "aborted" -> 409;
            case "resource_exhausted" -> 429;
            case "unimplemented" -> 501;
            case "unavailable" -> 503;
            case "deadline_exceeded" -> 504;
            default -> 500;
        };
    }
}
