package dev.plimsoll.broker.tools;

/**
 * Says why nothing can be derived from an OpenAPI document. Never retry: correct the document or the options.
 *
 * @since 0.1
 */
public final class InvalidOpenApiException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InvalidOpenApiException(String message) {
        super(message);
    }
}
