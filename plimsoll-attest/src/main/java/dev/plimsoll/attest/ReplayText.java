package dev.plimsoll.attest;

import dev.plimsoll.attest.ReplayedRun.Verdict;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A replay's report for a terminal. */
final class ReplayText {
    private ReplayText() {}

    static String write(ReplayReport report) {
        StringBuilder out = new StringBuilder();
        out.append("bundle:    ").append(ascii(report.bundle().bundle())).append('\n');
        out.append("head:      ").append(report.bundle().headSha256()).append('\n');
        out.append("provider:  ").append(ascii(report.provider())).append('\n');
        out.append("isolation: ").append(report.evidence().isolation().text()).append('\n');
        out.append("runs:      ").append(counts(report)).append('\n');
        for (ReplayedRun run : report.runs()) {
            if (run.verdict() != Verdict.SAME) {
                out.append("line ")
                        .append(run.line())
                        .append(": ")
                        .append(run.verdict().text());
                out.append(": ").append(ascii(run.detail())).append('\n');
            }
        }
        return out.toString();
    }

    static String counts(ReplayReport report) {
        return report.runs().size() + ", "
                + Arrays.stream(Verdict.values())
                        .map(verdict -> report.count(verdict) + " " + verdict.text())
                        .collect(Collectors.joining(", "));
    }

    /** Escapes whatever a terminal could take for a command, or a reader for something else than it is. */
    static String ascii(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~' && c != '\\') {
                out.append(c);
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        return out.toString();
    }
}
