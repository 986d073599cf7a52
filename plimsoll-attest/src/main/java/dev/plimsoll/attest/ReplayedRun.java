package dev.plimsoll.attest;

import dev.plimsoll.run.RunKind;
import java.util.Locale;
import java.util.Objects;

/**
 * How one stored run came out when it was run again.
 *
 * @param line the number of its line in the bundle
 * @param kind its kind
 * @param verdict how it compares
 * @param storedSha256 the stored result's digest
 * @param replayedSha256 the new result's digest, empty when there is none
 * @param detail what differs, or why there is no result; holds parts of a guest's output, so escape it where it is shown
 * @since 0.1
 */
public record ReplayedRun(
        long line, RunKind kind, Verdict verdict, String storedSha256, String replayedSha256, String detail) {
    /** How a replayed run compares with the stored one. */
    public enum Verdict {
        /** The results have the same digest. */
        SAME,
        /** The results have different digests. */
        DIFFERENT,
        /** The provider refused the run, and nothing ran: it cannot do this kind, or its wall is too weak. */
        NOT_RUN,
        /** The run failed, and it may have run. */
        FAILED;

        /** Returns the name in lower case. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Checks for nulls. */
    public ReplayedRun {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(storedSha256, "storedSha256");
        Objects.requireNonNull(replayedSha256, "replayedSha256");
        Objects.requireNonNull(detail, "detail");
    }
}
