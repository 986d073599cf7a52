package dev.plimsoll.broker.internal.document;

import java.util.List;
import java.util.Map;

/** A value of a document and where it stands. */
public sealed interface DocumentNode {
    /** Returns the line, from 1. */
    int line();

    /** Returns the column in characters, from 1. */
    int column();

    /**
     * Text.
     *
     * @param plain whether it stands without quotes, so that it might mean a number or nothing
     */
    record Scalar(int line, int column, String text, boolean plain) implements DocumentNode {
        /** Tells whether this stands for no value. */
        public boolean isNull() {
            return plain && (text.isEmpty() || text.equals("~") || text.equals("null"));
        }

        /** Not shown: it might be a secret in the wrong place. */
        @Override
        public String toString() {
            return "Scalar[" + text.length() + " characters]";
        }
    }

    /** A list. */
    record Sequence(int line, int column, List<DocumentNode> items) implements DocumentNode {}

    /** Members by name, in their order; where a name stands is in {@code keys}. */
    record Mapping(int line, int column, Map<String, Scalar> keys, Map<String, DocumentNode> values)
            implements DocumentNode {}
}
