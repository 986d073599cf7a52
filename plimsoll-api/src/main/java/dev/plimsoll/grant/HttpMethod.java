package dev.plimsoll.grant;

/**
 * The methods that a route may name.
 *
 * @since 0.1
 */
public enum HttpMethod {
    /** Reads. */
    GET,
    /** Replaces. */
    PUT,
    /** Creates or triggers. */
    POST,
    /** Removes. */
    DELETE,
    /** Changes in part. */
    PATCH
}
