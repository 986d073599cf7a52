package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.run.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays whoever holds a bundle and not its key. */
class BundleTamperTests {
    private final SigningKey key = SigningKey.generate();
    private final Exchange firstCell = StoredRuns.cell(StoredRuns.SESSION, 1, "");
    private final Exchange secondCell = StoredRuns.cellAfter(firstCell);

    @TempDir
    private Path folder;

    private List<String> good;

    @BeforeEach
    void write() throws IOException {
        good = bundle("good", key, StoredRuns.snippet(1), firstCell, StoredRuns.snippet(2), secondCell);
        assertThat(verify(good).runs()).isEqualTo(4);
        assertThat(good).as("4 runs, the session's close, the end").hasSize(6);
    }

    private List<String> bundle(String name, SigningKey signer, Exchange... runs) throws IOException {
        Path file = folder.resolve(name);
        try (BundleWriter writer = BundleWriter.create(file, signer)) {
            for (Exchange run : runs) {
                writer.append(run);
            }
            writer.closeBundle();
        }
        return Files.readAllLines(file);
    }

    private BundleReport verify(List<String> lines) throws IOException {
        return verify((String.join("\n", lines) + "\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    private BundleReport verify(byte[] bundle) throws IOException {
        return BundleVerifier.with(key.verifyKey()).verify(new ByteArrayInputStream(bundle), (line, run) -> {});
    }

    private void refused(List<String> lines, long line, BundleDefect defect) {
        assertThatExceptionOfType(BundleRefusedException.class)
                .isThrownBy(() -> verify(lines))
                .matches(e -> e.line() == line, "at line " + line)
                .matches(e -> e.defect() == defect, "for " + defect)
                .withMessageContaining("line " + line + ": ");
    }

    @Test
    void aDroppedLineIsRefused() {
        for (int i = 0; i < good.size() - 1; i++) {
            List<String> lines = new ArrayList<>(good);
            lines.remove(i);
            refused(lines, i + 1, BundleDefect.PLACE);
        }
    }

    @Test
    void aBundleCutAtItsEndIsRefused() {
        for (int left = 1; left < good.size(); left++) {
            refused(good.subList(0, left), left + 1, BundleDefect.NOT_CLOSED);
        }
        assertThatExceptionOfType(BundleRefusedException.class)
                .isThrownBy(() -> verify(new byte[0]))
                .matches(e -> e.line() == 1 && e.defect() == BundleDefect.NOT_CLOSED);
    }

    @Test
    void aCutThatLeavesTheSignedEndIsRefused() {
        for (int from = 0; from < good.size() - 1; from++) {
            List<String> lines = new ArrayList<>(good.subList(0, from));
            lines.add(good.get(good.size() - 1));
            refused(lines, from + 1, BundleDefect.PLACE);
        }
    }

    @Test
    void movedLinesAreRefused() {
        for (int i = 0; i < good.size(); i++) {
            for (int j = i + 1; j < good.size(); j++) {
                List<String> lines = new ArrayList<>(good);
                Collections.swap(lines, i, j);
                refused(lines, i + 1, BundleDefect.PLACE);
            }
        }
    }

    @Test
    void aRepeatedLineIsRefusedWhereverItIsPut() {
        for (int i = 0; i < good.size(); i++) {
            for (int at = 0; at < good.size(); at++) {
                List<String> lines = new ArrayList<>(good);
                lines.add(at, good.get(i));
                // put before itself, it is the line itself that comes again
                refused(
                        lines,
                        at == i ? i + 2 : at + 1,
                        at == i && i == good.size() - 1 ? BundleDefect.AFTER_CLOSE : BundleDefect.PLACE);
            }
        }
    }

    @Test
    void anythingAfterTheEndIsRefused() throws IOException {
        List<String> lines = new ArrayList<>(good);
        lines.add("");
        refused(lines, good.size() + 1, BundleDefect.AFTER_CLOSE);
        byte[] more = (String.join("\n", good) + "\n ").getBytes(StandardCharsets.UTF_8);
        assertThatExceptionOfType(BundleRefusedException.class)
                .isThrownBy(() -> verify(more))
                .matches(e -> e.defect() == BundleDefect.AFTER_CLOSE);
    }

    @Test
    void aLineOfAnotherBundleOfTheSameKeyIsRefused() throws IOException {
        List<String> other = bundle("other", key, StoredRuns.snippet(1), firstCell, StoredRuns.snippet(2), secondCell);
        for (int i = 0; i < good.size(); i++) {
            List<String> lines = new ArrayList<>(good);
            lines.set(i, other.get(i));
            refused(lines, i == 0 ? 2 : i + 1, BundleDefect.PLACE);
            List<String> head = new ArrayList<>(good.subList(0, i + 1));
            head.addAll(other.subList(i + 1, other.size()));
            if (i + 1 < good.size()) {
                refused(head, i + 2, BundleDefect.PLACE);
            }
        }
    }

    @Test
    void aLineOfAnotherKeyIsRefused() throws IOException {
        SigningKey otherKey = SigningKey.generate();
        List<String> other =
                bundle("other", otherKey, StoredRuns.snippet(1), firstCell, StoredRuns.snippet(2), secondCell);
        for (int i = 0; i < good.size(); i++) {
            List<String> lines = new ArrayList<>(good);
            lines.set(i, other.get(i));
            refused(lines, i + 1, BundleDefect.SIGNATURE);
            lines.set(
                    i,
                    other.get(i)
                            .replace(
                                    otherKey.verifyKey().keyId(),
                                    key.verifyKey().keyId()));
            refused(lines, i + 1, BundleDefect.SIGNATURE);
        }
        assertThatExceptionOfType(BundleRefusedException.class).isThrownBy(() -> verify(other));
    }

    @Test
    void aPlaceTakenFromAnotherLineIsRefused() throws IOException {
        List<String> other = bundle("other", key, StoredRuns.snippet(7), StoredRuns.snippet(8));
        String place = good.get(0).substring(good.get(0).indexOf(",\"place\""));
        List<String> lines = new ArrayList<>(good);
        lines.set(0, other.get(0).substring(0, other.get(0).indexOf(",\"place\"")) + place);
        refused(lines, 1, BundleDefect.PLACE);
    }

    @Test
    void aSignatureForOneUseIsNoneForAnother() {
        String run = good.get(1);
        String envelope = run.substring(run.indexOf("\"envelope\":") + 11, run.indexOf(",\"place\":"));
        List<String> lines = new ArrayList<>(good);
        lines.set(1, run.substring(0, run.indexOf(",\"place\":")) + ",\"place\":" + envelope + "}");
        refused(lines, 2, BundleDefect.PLACE);
        lines.set(1, "{\"session_close\":" + envelope + run.substring(run.indexOf(",\"place\":")));
        refused(lines, 2, BundleDefect.PLACE);
    }

    @Test
    void anOlderOrAnotherBundleIsRefusedWhenTheHeadIsKnown() throws IOException {
        BundleReport report = verify(good);
        BundleVerifier verifier = BundleVerifier.with(key.verifyKey()).expectHead(report.headSha256());
        assertThat(verifier.verify(folder.resolve("good"))).isEqualTo(report);
        bundle("other", key, StoredRuns.snippet(1));
        assertThatExceptionOfType(BundleRefusedException.class)
                .isThrownBy(() -> verifier.verify(folder.resolve("other")))
                .matches(e -> e.defect() == BundleDefect.OTHER_BUNDLE);
    }

    /** Ed25519 signs with S below the group's order; S plus the order would be another signature that verifies as well. */
    @Test
    void aSecondFormOfASignatureIsRefused() {
        BigInteger order = BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));
        BundleLine last = BundleLine.parse(good.get(good.size() - 1).getBytes(StandardCharsets.UTF_8));
        byte[] signature = last.place().signature().toByteArray();
        BigInteger s = BigInteger.ZERO;
        for (int i = 63; i >= 32; i--) {
            s = s.shiftLeft(8).or(BigInteger.valueOf(signature[i] & 0xff));
        }
        BigInteger second = s.add(order);
        for (int i = 32; i < 64; i++) {
            signature[i] = second.shiftRight(8 * (i - 32)).byteValue();
        }
        Envelope place = new Envelope(last.place().payload(), last.place().keyId(), Bytes.copyOf(signature));
        byte[] line = BundleLine.join(BundleLine.encode(last.content()), place);
        List<String> lines = new ArrayList<>(good);
        lines.set(good.size() - 1, new String(line, 0, line.length - 1, StandardCharsets.UTF_8));
        refused(lines, good.size(), BundleDefect.SIGNATURE);
    }

    @Test
    void everyEditedByteIsRefused() throws IOException {
        List<String> small = bundle("small", key, StoredRuns.snippet("1", Bytes.empty()));
        byte[] whole = (String.join("\n", small) + "\n").getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < whole.length; at++) {
            for (int edited : new int[] {whole[at] ^ 1, whole[at] ^ 0x20, ' ', '\n', 0, 0xff}) {
                if ((byte) edited == whole[at]) {
                    continue;
                }
                byte[] bad = whole.clone();
                bad[at] = (byte) edited;
                assertThatExceptionOfType(BundleRefusedException.class)
                        .as("byte %d, was %c, is %d", at, whole[at], edited)
                        .isThrownBy(() -> verify(bad));
            }
        }
    }

    @Test
    void everyRemovedOrAddedByteIsRefused() throws IOException {
        List<String> small = bundle("small", key, StoredRuns.snippet("1", Bytes.empty()));
        String whole = String.join("\n", small) + "\n";
        for (int at = 0; at < whole.length(); at++) {
            byte[] without = (whole.substring(0, at) + whole.substring(at + 1)).getBytes(StandardCharsets.UTF_8);
            byte[] with = (whole.substring(0, at) + " " + whole.substring(at)).getBytes(StandardCharsets.UTF_8);
            assertThatExceptionOfType(BundleRefusedException.class)
                    .as("without byte %d", at)
                    .isThrownBy(() -> verify(without));
            assertThatExceptionOfType(BundleRefusedException.class)
                    .as("with a space at %d", at)
                    .isThrownBy(() -> verify(with));
        }
    }
}
