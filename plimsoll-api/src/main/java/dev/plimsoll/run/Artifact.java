package dev.plimsoll.run;

import java.util.Objects;

/**
 * A file that was brought back.
 *
 * @param path the path that was asked for
 * @param content the content
 * @since 0.1
 */
public record Artifact(String path, Bytes content) {
    /** Checks for nulls. */
    public Artifact {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(content, "content");
    }
}
