package dev.plimsoll.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a backend tried from inside its own wall, and what came of it.
 *
 * @param checks the checks, in order
 * @since 0.1
 */
public record SmokeReport(List<Check> checks) {
    /** Copies the list. */
    public SmokeReport {
        checks = List.copyOf(checks);
    }

    /** Tells whether every check passed. */
    public boolean passed() {
        return checks.stream().allMatch(Check::passed);
    }

    /** Starts a report. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * One check.
     *
     * @param name what was tried, such as {@code root file system is read-only}
     * @param passed whether the wall held
     * @param detail what was seen, for the operator; holds no credential
     */
    public record Check(String name, boolean passed, String detail) {
        /** Checks for nulls. */
        public Check {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** Collects checks. Not thread-safe. */
    public static final class Builder {
        private final List<Check> checks = new ArrayList<>();

        private Builder() {}

        /** Adds a check. */
        public Builder check(String name, boolean passed, String detail) {
            checks.add(new Check(name, passed, detail));
            return this;
        }

        /** Makes the report. */
        public SmokeReport build() {
            return new SmokeReport(checks);
        }
    }
}
