package dev.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Asks for one cell to be run by the interpreter of a session.
 *
 * @since 0.1
 */
public final class CellRequest extends RunRequest {
    private final String language;
    private final SourceText code;
    private final List<ProjectFile> files;

    private CellRequest(Builder builder) {
        super(builder);
        this.language = builder.language;
        this.code = SourceText.of(builder.code);
        this.files = List.copyOf(builder.files);
    }

    /** Asks for a cell in a language, such as {@code python}. */
    public static CellRequest of(String language, String code) {
        return builder(language, code).build();
    }

    /** Starts a request. */
    public static Builder builder(String language, String code) {
        return new Builder(language, code);
    }

    @Override
    public RunKind kind() {
        return RunKind.CELL;
    }

    /** Returns the language's name. */
    public String language() {
        return language;
    }

    /** Returns the code. */
    public SourceText code() {
        return code;
    }

    /** Returns the files that are laid out before the cell runs. */
    public List<ProjectFile> files() {
        return files;
    }

    /** Collects a request's parts. Not thread-safe. */
    public static final class Builder extends RunRequest.Builder<Builder> {
        private final String language;
        private final String code;
        private final List<ProjectFile> files = new ArrayList<>();

        private Builder(String language, String code) {
            this.language = Objects.requireNonNull(language, "language");
            this.code = Objects.requireNonNull(code, "code");
        }

        /** Adds a file of text. */
        public Builder file(String path, String text) {
            return file(ProjectFile.of(path, text));
        }

        /** Adds a file. */
        public Builder file(ProjectFile file) {
            files.add(Objects.requireNonNull(file, "file"));
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        /** Makes the request. */
        public CellRequest build() {
            return new CellRequest(this);
        }
    }
}
