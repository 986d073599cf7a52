package dev.plimsoll.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What is run: an expression in the JavaScript that every engine here knows, and its value. */
enum Program {
    ANSWER("42"),
    FIB("196418"),
    SORT("5000"),
    JSON("2693240"),
    REGEXP("62890");

    private final String value;
    private final String source;

    Program(String value) {
        this.value = value;
        this.source = read(name().toLowerCase(java.util.Locale.ROOT) + ".js");
    }

    String source() {
        return source;
    }

    /** Throws when an engine did not do the work it is measured for. */
    void check(String result) {
        String trimmed = result.trim();
        String whole = trimmed.endsWith(".0") ? trimmed.substring(0, trimmed.length() - 2) : trimmed;
        if (!whole.equals(value)) {
            throw new IllegalStateException(name() + " came to " + trimmed + " instead of " + value);
        }
    }

    private static String read(String name) {
        try (InputStream in = Program.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
