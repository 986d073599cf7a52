package dev.plimsoll.broker.internal.document;

/**
 * How large a document may be.
 *
 * @param characters the most characters
 * @param depth the most levels
 * @param values the most values, names among them
 */
public record DocumentLimits(int characters, int depth, int values) {}
