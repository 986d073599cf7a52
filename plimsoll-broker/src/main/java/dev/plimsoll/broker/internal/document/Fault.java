package dev.plimsoll.broker.internal.document;

/**
 * One thing that is wrong with a document; shows nothing of the document but the position.
 *
 * @param line the line, from 1
 * @param column the column in characters, from 1
 * @param message what is wrong
 */
public record Fault(int line, int column, String message) {}
