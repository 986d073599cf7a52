package dev.plimsoll.run;

import java.util.Objects;

/**
 * A file of a project: a relative path with {@code /} between its parts, and its content.
 *
 * @param path the path; see {@link RelativePaths} for what it may be
 * @param content the content
 * @since 0.1
 */
public record ProjectFile(String path, Bytes content) {
    /** Checks for nulls; the sandbox checks the path. */
    public ProjectFile {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(content, "content");
    }

    /** Returns a file of text. */
    public static ProjectFile of(String path, String text) {
        return new ProjectFile(path, Bytes.utf8(text));
    }
}
