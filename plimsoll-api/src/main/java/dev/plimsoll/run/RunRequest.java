package dev.plimsoll.run;

import dev.plimsoll.grant.Grant;
import dev.plimsoll.isolation.Isolation;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What every request says besides its code.
 *
 * <p>Requests are immutable and thread-safe. Building one checks nothing but nulls: the sandbox checks every bound
 * before anything is dispatched, and lists every fault at once.
 *
 * @since 0.1
 */
public abstract sealed class RunRequest permits JavaScriptRequest, ProjectRequest, ModuleRequest, CellRequest {
    private final @Nullable Isolation floor;
    private final @Nullable Duration timeout;
    private final @Nullable Long memoryBytes;
    private final @Nullable Integer outputBytes;
    private final @Nullable SoftwareRule software;
    private final @Nullable String traceId;
    private final @Nullable Grant grant;
    private final @Nullable String grantProfile;
    private final @Nullable String subject;
    private final @Nullable Determinism determinism;

    RunRequest(Builder<?> builder) {
        this.floor = builder.floor;
        this.timeout = builder.timeout;
        this.memoryBytes = builder.memoryBytes;
        this.outputBytes = builder.outputBytes;
        this.software = builder.software;
        this.traceId = builder.traceId;
        this.grant = builder.grant;
        this.grantProfile = builder.grantProfile;
        this.subject = builder.subject;
        this.determinism = builder.determinism;
    }

    /** Returns what kind of run this asks for. */
    public abstract RunKind kind();

    /** Returns the weakest wall that is acceptable, if the request names one. */
    public final Optional<Isolation> floor() {
        return Optional.ofNullable(floor);
    }

    /** Returns how long the run may take, if the request says so. */
    public final Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Returns how much memory the run may use, if the request says so. */
    public final OptionalLong memoryBytes() {
        return memoryBytes == null ? OptionalLong.empty() : OptionalLong.of(memoryBytes);
    }

    /** Returns how many bytes of each output stream are kept, if the request says so. */
    public final OptionalInt outputBytes() {
        return outputBytes == null ? OptionalInt.empty() : OptionalInt.of(outputBytes);
    }

    /** Returns which software may run the code, if the request restricts it. */
    public final Optional<SoftwareRule> software() {
        return Optional.ofNullable(software);
    }

    /** Returns the caller's trace id. It is logged and is no part of the receipt. */
    public final Optional<String> traceId() {
        return Optional.ofNullable(traceId);
    }

    /** Returns the grant given with the request. */
    public final Optional<Grant> grant() {
        return Optional.ofNullable(grant);
    }

    /** Returns the name that the receipt holds: the grant's, or the profile's; empty when nothing is granted. */
    public final String grantProfile() {
        return grant != null ? grant.name() : grantProfile != null ? grantProfile : "";
    }

    /** Tells whether the run may call an API. */
    public final boolean isGranted() {
        return grant != null || grantProfile != null;
    }

    /** Returns on whose behalf the run happens, if the request says so. */
    public final Optional<String> subject() {
        return Optional.ofNullable(subject);
    }

    /** Returns the fixed clock and seed, if the request asks for a deterministic run. */
    public final Optional<Determinism> determinism() {
        return Optional.ofNullable(determinism);
    }

    /**
     * Collects what every request may say.
     *
     * @param <B> the concrete builder
     */
    public abstract static sealed class Builder<B extends Builder<B>>
            permits JavaScriptRequest.Builder, ProjectRequest.Builder, ModuleRequest.Builder, CellRequest.Builder {
        private @Nullable Isolation floor;
        private @Nullable Duration timeout;
        private @Nullable Long memoryBytes;
        private @Nullable Integer outputBytes;
        private @Nullable SoftwareRule software;
        private @Nullable String traceId;
        private @Nullable Grant grant;
        private @Nullable String grantProfile;
        private @Nullable String subject;
        private @Nullable Determinism determinism;

        Builder() {}

        abstract B self();

        /** Sets the weakest wall that is acceptable: below it nothing runs. */
        public final B floor(Isolation newFloor) {
            this.floor = Objects.requireNonNull(newFloor, "floor");
            return self();
        }

        /** Sets how long the run may take, from dispatch to result. */
        public final B timeout(Duration newTimeout) {
            this.timeout = Objects.requireNonNull(newTimeout, "timeout");
            return self();
        }

        /** Sets how much memory the run may use, in bytes. */
        public final B memoryBytes(long bytes) {
            this.memoryBytes = bytes;
            return self();
        }

        /** Sets how many bytes of each output stream are kept. */
        public final B outputBytes(int bytes) {
            this.outputBytes = bytes;
            return self();
        }

        /** Restricts which software may run the code. */
        public final B software(SoftwareRule rule) {
            this.software = Objects.requireNonNull(rule, "rule");
            return self();
        }

        /** Sets the caller's trace id: {@code [A-Za-z0-9._:-]{1,64}}, or it is dropped whole. */
        public final B traceId(String id) {
            this.traceId = Objects.requireNonNull(id, "id");
            return self();
        }

        /** Lets the run call what a grant lists. Replaces a profile. */
        public final B grant(Grant newGrant) {
            this.grant = Objects.requireNonNull(newGrant, "grant");
            this.grantProfile = null;
            return self();
        }

        /** Lets the run call what the sandbox's grant of this name lists. Replaces a grant. */
        public final B grantProfile(String name) {
            this.grantProfile = Objects.requireNonNull(name, "name");
            this.grant = null;
            return self();
        }

        /** Says on whose behalf the run happens; it goes into the credential and selects profiles. */
        public final B subject(String newSubject) {
            this.subject = Objects.requireNonNull(newSubject, "subject");
            return self();
        }

        /** Fixes the guest's clock and random source. */
        public final B deterministic(Determinism newDeterminism) {
            this.determinism = Objects.requireNonNull(newDeterminism, "determinism");
            return self();
        }
    }
}
