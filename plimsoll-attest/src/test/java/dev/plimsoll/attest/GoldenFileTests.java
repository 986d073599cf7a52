package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.run.RunRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that were signed once, with a key that is gone: what they hold verifies for ever, and each bad one is refused. {@link
 * GoldenFiles} makes them; to write them anew, which is only ever needed when the format changes: {@code
 * -Dplimsoll.golden=write}.
 */
class GoldenFileTests {
    private static final Path SOURCES = Path.of("src", "test", "resources", "golden");
    private static final String REPORTS = "replay-";

    private static VerifyKey key() throws IOException {
        return VerifyKey.parsePem(ReplayReportTests.golden("key.pub"));
    }

    private static byte[] bytes(String name) throws IOException {
        return ReplayReportTests.golden(name).getBytes(StandardCharsets.UTF_8);
    }

    private static BundleReport verify(byte[] bundle, BundleVerifier.RunVisitor visitor) throws IOException {
        return BundleVerifier.with(key()).verify(new ByteArrayInputStream(bundle), visitor);
    }

    @Test
    void theGoldenEnvelopeVerifies() throws IOException {
        RunRecord record = Attestations.verify(Envelope.parse(bytes("envelope.json")), key());
        assertThat(record).isEqualTo(StoredRuns.snippet(1).record());
    }

    @Test
    void theGoldenBundleVerifiesAndHoldsWhatWasSigned() throws IOException {
        List<String> seen = new ArrayList<>();
        BundleReport report = verify(bytes("bundle.jsonl"), (line, run) -> seen.add(run.toJson()));
        assertThat(report.closed()).isTrue();
        assertThat(seen)
                .containsExactlyElementsOf(
                        ExchangeTests.everyKind().map(Exchange::toJson).toList());
    }

    static Stream<String> badEnvelopes() throws IOException, URISyntaxException {
        return goldenNames().filter(name -> name.startsWith("envelope-"));
    }

    private static Stream<String> goldenNames() throws IOException, URISyntaxException {
        URL folder = GoldenFileTests.class.getResource("/golden");
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("badEnvelopes")
    void aBadEnvelopeIsRefused(String name) throws IOException {
        byte[] bad = bytes(name);
        assertThatExceptionOfType(AttestationException.class).isThrownBy(() -> Envelope.parse(bad));
    }

    @ParameterizedTest
    @CsvSource({
        "bundle-cut-at-its-end, 3, NOT_CLOSED",
        "bundle-signed-with-another-record, 1, RECORD",
        "bundle-signed-with-call-after-session-close, 3, SESSION",
        "bundle-signed-with-mismatched-result, 1, RECORD",
        "bundle-signed-with-missing-first-call, 1, SESSION",
        "bundle-signed-with-open-session, 2, SESSION",
        "bundle-signed-with-repeated-call, 2, SESSION",
        "bundle-signed-with-short-session-close, 3, SESSION",
        "bundle-signed-with-spliced-sessions, 3, SESSION",
        "bundle-signed-with-wrong-count, 2, NOT_CLOSED",
        "bundle-spliced-from-two, 2, PLACE",
        "bundle-with-dropped-line, 2, PLACE",
        "bundle-with-edited-output, 2, PLACE",
        "bundle-with-line-after-its-close, 5, AFTER_CLOSE",
        "bundle-with-line-of-another-key, 2, SIGNATURE",
        "bundle-with-reordered-lines, 1, PLACE",
        "bundle-with-repeated-line, 2, PLACE",
        "bundle-with-torn-last-line, 2, TORN",
        "bundle-with-white-space, 2, MALFORMED",
    })
    void aBadBundleIsRefusedAtItsLine(String name, long line, BundleDefect defect) throws IOException {
        refused(bytes(name + ".jsonl"), key(), line, defect);
        Map<String, byte[]> made = GoldenFiles.make();
        VerifyKey madeWith = VerifyKey.parsePem(new String(made.get("key.pub"), StandardCharsets.UTF_8));
        refused(made.get(name + ".jsonl"), madeWith, line, defect);
    }

    private static void refused(byte[] bad, VerifyKey key, long line, BundleDefect defect) {
        assertThatExceptionOfType(BundleRefusedException.class)
                .isThrownBy(() -> BundleVerifier.with(key).verify(new ByteArrayInputStream(bad), (at, run) -> {}))
                .matches(e -> e.defect() == defect, "for " + defect)
                .matches(e -> e.line() == line, "at line " + line);
    }

    @Test
    void theFilesAreThoseThatAreMade() throws IOException, URISyntaxException {
        Map<String, byte[]> made = GoldenFiles.make();
        if ("write".equals(System.getProperty("plimsoll.golden"))) {
            for (Map.Entry<String, byte[]> file : made.entrySet()) {
                Files.write(SOURCES.resolve(file.getKey()), file.getValue());
            }
        }
        assertThat(goldenNames().filter(name -> !name.startsWith(REPORTS))).containsExactlyElementsOf(made.keySet());
        VerifyKey madeWith = VerifyKey.parsePem(new String(made.get("key.pub"), StandardCharsets.UTF_8));
        assertThat(BundleVerifier.with(madeWith)
                        .verify(new ByteArrayInputStream(made.get("bundle.jsonl")), (at, run) -> {})
                        .runs())
                .isEqualTo(5);
        assertThat(Attestations.verify(Envelope.parse(made.get("envelope.json")), madeWith))
                .isEqualTo(StoredRuns.snippet(1).record());
        made.forEach((name, content) -> {
            if (name.startsWith("envelope-")) {
                assertThatExceptionOfType(AttestationException.class)
                        .as(name)
                        .isThrownBy(() -> Envelope.parse(content));
            }
        });
    }

    @Test
    void everyBadBundleIsNamedAbove() throws IOException, URISyntaxException {
        assertThat(goldenNames().filter(name -> name.startsWith("bundle-"))).hasSize(19);
    }

    /** Starts from every golden file: what comes of it is refused with the one exception, and nothing else is thrown. */
    @ParameterizedTest
    @MethodSource("goldenNames")
    void noMutationOfAnInputBreaksTheParsers(String name) throws IOException {
        byte[] good = bytes(name);
        Random random = new Random(name.hashCode());
        for (int i = 0; i < 150; i++) {
            byte[] bad = good.clone();
            for (int edits = random.nextInt(4); edits >= 0; edits--) {
                int from = random.nextInt(bad.length);
                int to = random.nextInt(bad.length);
                int length = Math.min(random.nextInt(40), bad.length - Math.max(from, to));
                System.arraycopy(good, from, bad, to, length);
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            refusesAtMost(() -> verify(bad, (line, run) -> {}));
            refusesAtMost(() -> Envelope.parse(bad));
            refusesAtMost(() -> Exchange.parse(bad));
            refusesAtMost(() -> VerifyKey.parsePem(new String(bad, StandardCharsets.ISO_8859_1)));
        }
    }

    /** Something that reads what is hostile. */
    private interface Reading {
        void read() throws IOException;
    }

    private static void refusesAtMost(Reading reading) throws IOException {
        try {
            reading.read();
        } catch (AttestationException e) {
            assertThat(e).hasMessageNotContaining("null");
        }
    }
}
