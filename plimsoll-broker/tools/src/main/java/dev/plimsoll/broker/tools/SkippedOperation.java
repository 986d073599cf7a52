package dev.plimsoll.broker.tools;

/**
 * An operation of the document that the grant does not allow, and why.
 *
 * @param operation its method and path, made printable
 * @param reason why it was left out
 * @since 0.1
 */
public record SkippedOperation(String operation, String reason) {}
