package dev.plimsoll.run;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of a sandbox: the fixed ceilings, and the defaults that an application may set below them.
 *
 * @since 0.1
 */
public final class Limits {
    /** The longest a snippet, cell or its timeout may be. */
    public static final Duration MAX_SNIPPET_TIMEOUT = Duration.ofMinutes(5);
    /** The longest a project or module may take. */
    public static final Duration MAX_PROJECT_TIMEOUT = Duration.ofMinutes(10);
    /** The most bytes of output of one stream that can be kept. */
    public static final int MAX_OUTPUT_BYTES = 16 << 20;
    /** The most bytes of code. */
    public static final int MAX_CODE_BYTES = 1 << 20;
    /** The most files of a project. */
    public static final int MAX_FILES = 200;
    /** The most bytes of all files of a project. */
    public static final int MAX_FILE_BYTES = 4 << 20;
    /** The most bytes of all artifacts that can be brought back. */
    public static final long MAX_ARTIFACT_BYTES = 64L << 20;
    /** The most steps of a project. */
    public static final int MAX_STEPS = 64;
    /** The most bytes of a step's command. */
    public static final int MAX_STEP_BYTES = 64 << 10;
    /** The most artifacts that a project may ask for. */
    public static final int MAX_ARTIFACTS = 200;
    /** The most numbers of all rows of a module. */
    public static final int MAX_MODULE_VALUES = 1 << 20;
    /** The most processes and threads of a run. */
    public static final int MAX_PROCESSES = 4096;

    private final Duration timeout;
    private final int outputBytes;
    private final long artifactBytes;
    private final int processes;
    private final @Nullable Long memoryBytes;

    private Limits(Builder builder) {
        this.timeout = builder.timeout;
        this.outputBytes = builder.outputBytes;
        this.artifactBytes = builder.artifactBytes;
        this.processes = builder.processes;
        this.memoryBytes = builder.memoryBytes;
    }

    /** Returns the defaults: 10 s, 64 KiB of output a stream, 8 MiB of artifacts, 256 processes, the provider's memory. */
    public static Limits standard() {
        return builder().build();
    }

    /** Starts from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns how long a run may take that does not say. */
    public Duration timeout() {
        return timeout;
    }

    /** Returns how many bytes of each stream are kept of a run that does not say. */
    public int outputBytes() {
        return outputBytes;
    }

    /** Returns how many bytes of artifacts are brought back. */
    public long artifactBytes() {
        return artifactBytes;
    }

    /** Returns how many processes and threads a run may have. */
    public int processes() {
        return processes;
    }

    /** Returns how much memory a run gets that does not say; empty for the provider's own default. */
    public OptionalLong memoryBytes() {
        return memoryBytes == null ? OptionalLong.empty() : OptionalLong.of(memoryBytes);
    }

    /** Shows every bound. */
    @Override
    public String toString() {
        return "Limits[timeout=" + timeout + ", outputBytes=" + outputBytes + ", artifactBytes=" + artifactBytes
                + ", processes=" + processes + ", memoryBytes=" + (memoryBytes == null ? "the provider's" : memoryBytes)
                + "]";
    }

    /** Collects bounds. Not thread-safe. */
    public static final class Builder {
        private Duration timeout = Duration.ofSeconds(10);
        private int outputBytes = 64 << 10;
        private long artifactBytes = 8L << 20;
        private int processes = 256;
        private @Nullable Long memoryBytes;

        private Builder() {}

        /** Sets how long a run may take that does not say: 1 ms to 5 min. */
        public Builder timeout(Duration newTimeout) {
            this.timeout = Objects.requireNonNull(newTimeout, "timeout");
            return this;
        }

        /** Sets how many bytes of each stream are kept of a run that does not say: 0 to 16 MiB. */
        public Builder outputBytes(int bytes) {
            this.outputBytes = bytes;
            return this;
        }

        /** Sets how many bytes of artifacts are brought back: 0 to 64 MiB. */
        public Builder artifactBytes(long bytes) {
            this.artifactBytes = bytes;
            return this;
        }

        /** Sets how many processes and threads a run may have: 1 to 4,096. */
        public Builder processes(int count) {
            this.processes = count;
            return this;
        }

        /** Sets how much memory a run gets that does not say, in bytes. */
        public Builder memoryBytes(long bytes) {
            this.memoryBytes = bytes;
            return this;
        }

        /**
         * Checks and makes the limits.
         *
         * @throws IllegalArgumentException naming the bound that is not kept
         */
        public Limits build() {
            require(
                    timeout.compareTo(Duration.ofMillis(1)) >= 0 && timeout.compareTo(MAX_SNIPPET_TIMEOUT) <= 0,
                    "the default timeout must be 1 ms to 5 min");
            require(outputBytes >= 0 && outputBytes <= MAX_OUTPUT_BYTES, "output must be 0 to 16 MiB a stream");
            require(artifactBytes >= 0 && artifactBytes <= MAX_ARTIFACT_BYTES, "artifacts must be 0 to 64 MiB");
            require(processes >= 1 && processes <= MAX_PROCESSES, "processes must be 1 to " + MAX_PROCESSES);
            require(memoryBytes == null || memoryBytes > 0, "memory must be positive");
            return new Limits(this);
        }

        private static void require(boolean holds, String message) {
            if (!holds) {
                throw new IllegalArgumentException(message);
            }
        }
    }
}
