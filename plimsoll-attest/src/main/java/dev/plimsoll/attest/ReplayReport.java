package dev.plimsoll.attest;

import dev.plimsoll.isolation.Evidence;
import java.util.List;
import java.util.Objects;

/**
 * How the runs of a bundle came out when they were run again.
 *
 * @param bundle the bundle, which was verified before anything ran
 * @param provider the id of the provider that ran them
 * @param evidence what the provider stated before the first run
 * @param runs the runs, in the bundle's order
 * @since 0.1
 */
public record ReplayReport(BundleReport bundle, String provider, Evidence evidence, List<ReplayedRun> runs) {
    /** Copies the list. */
    public ReplayReport {
        Objects.requireNonNull(bundle, "bundle");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(evidence, "evidence");
        runs = List.copyOf(runs);
    }

    /** Tells whether every run has the same result digest as before. */
    public boolean allSame() {
        return count(ReplayedRun.Verdict.SAME) == runs.size();
    }

    /** Returns how many runs have a verdict. */
    public long count(ReplayedRun.Verdict verdict) {
        return runs.stream().filter(run -> run.verdict() == verdict).count();
    }

    /** Returns the report for a terminal: lines of ASCII, without control characters of a guest's. */
    public String toText() {
        return ReplayText.write(this);
    }

    /** Returns the report as one line of ASCII JSON. */
    public String toJson() {
        return ReplayJson.write(this);
    }

    /** Returns the report as a page that needs nothing else, holds no script, and shows what guests printed as text. */
    public String toHtml() {
        return ReplayHtml.write(this);
    }
}
