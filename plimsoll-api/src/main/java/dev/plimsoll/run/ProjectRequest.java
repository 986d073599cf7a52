package dev.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Asks for files to be laid out, shell commands to be run in order until one fails, and artifacts to be brought back.
 *
 * @since 0.1
 */
public final class ProjectRequest extends RunRequest {
    private final List<ProjectFile> files;
    private final List<String> steps;
    private final List<String> artifacts;

    private ProjectRequest(Builder builder) {
        super(builder);
        this.files = List.copyOf(builder.files);
        this.steps = List.copyOf(builder.steps);
        this.artifacts = List.copyOf(builder.artifacts);
    }

    /** Starts a request. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public RunKind kind() {
        return RunKind.PROJECT;
    }

    /** Returns the files, in the order given. */
    public List<ProjectFile> files() {
        return files;
    }

    /** Returns the commands, in the order given. */
    public List<String> steps() {
        return steps;
    }

    /** Returns the paths of the files to bring back. */
    public List<String> artifacts() {
        return artifacts;
    }

    /** Collects a request's parts. Not thread-safe. */
    public static final class Builder extends RunRequest.Builder<Builder> {
        private final List<ProjectFile> files = new ArrayList<>();
        private final List<String> steps = new ArrayList<>();
        private final List<String> artifacts = new ArrayList<>();

        private Builder() {}

        /** Adds a file of text. */
        public Builder file(String path, String text) {
            return file(ProjectFile.of(path, text));
        }

        /** Adds a file. */
        public Builder file(ProjectFile file) {
            files.add(Objects.requireNonNull(file, "file"));
            return this;
        }

        /** Adds a shell command, run in the project's folder. */
        public Builder step(String command) {
            steps.add(Objects.requireNonNull(command, "command"));
            return this;
        }

        /** Adds the path of a file to bring back; one that does not exist afterwards is left out of the result. */
        public Builder artifact(String path) {
            artifacts.add(Objects.requireNonNull(path, "path"));
            return this;
        }

        @Override
        Builder self() {
            return this;
        }

        /** Makes the request. */
        public ProjectRequest build() {
            return new ProjectRequest(this);
        }
    }
}
