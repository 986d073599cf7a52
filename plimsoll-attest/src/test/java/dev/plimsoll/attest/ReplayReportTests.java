package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.attest.ReplayedRun.Verdict;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.RunKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayReportTests {
    private static final String HOSTILE =
            "\"</code><script>alert('1')</script><img src=x onerror=alert(1)>&amp;\u001b[2J\r\n\u202e\u0000\ud83d\ude00\ud800\\";

    private static final ReplayReport REPORT = new ReplayReport(
            new BundleReport("<b>0123", "aa".repeat(32), 5, 4, 1, true, 0, "bb".repeat(32)),
            "stored",
            Evidence.of(Isolation.PROCESS, "<i>&engine"),
            List.of(
                    new ReplayedRun(1, RunKind.JAVASCRIPT, Verdict.SAME, "11".repeat(32), "11".repeat(32), ""),
                    new ReplayedRun(2, RunKind.PROJECT, Verdict.DIFFERENT, "22".repeat(32), "33".repeat(32), HOSTILE),
                    new ReplayedRun(3, RunKind.CELL, Verdict.NOT_RUN, "44".repeat(32), "", "nothing ran: <b>"),
                    new ReplayedRun(4, RunKind.MODULE, Verdict.FAILED, "55".repeat(32), "", "it may have run")));

    @Test
    void textIsAsItsGoldenFile() throws IOException {
        assertThat(REPORT.toText()).isASCII().isEqualTo(golden("replay-hostile.txt"));
    }

    @Test
    void jsonIsAsItsGoldenFile() throws IOException {
        assertThat(REPORT.toJson() + "\n").isASCII().isEqualTo(golden("replay-hostile.json"));
    }

    @Test
    void htmlIsAsItsGoldenFileAndHoldsNothingOfAGuestsAsMarkup() throws IOException {
        String html = REPORT.toHtml();
        assertThat(html).isASCII().isEqualTo(golden("replay-hostile.html"));
        assertThat(html).doesNotContain("<script", "<img", "<b>", "<i>", "\u001b", "http:", "https:", "src=\"");
    }

    static String golden(String name) throws IOException {
        try (InputStream in = ReplayReportTests.class.getResourceAsStream("/golden/" + name)) {
            assertThat(in).as("the golden file " + name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
