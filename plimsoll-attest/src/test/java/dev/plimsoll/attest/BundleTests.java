package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTests {
    private final SigningKey key = SigningKey.generate();
    private final BundleVerifier verifier = BundleVerifier.with(key.verifyKey());

    @TempDir
    private Path folder;

    @Test
    void aBundleOfEveryKindVerifiesAndShowsItsRuns() throws IOException {
        Path file = folder.resolve("bundle");
        BundleReport written;
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            ExchangeTests.everyKind().forEach(exchange -> append(writer, exchange));
            written = writer.closeBundle();
        }
        List<String> seen = new ArrayList<>();
        try (var in = Files.newInputStream(file)) {
            assertThat(verifier.verify(
                            in, (line, run) -> seen.add(line + run.record().recordSha256())))
                    .isEqualTo(written);
        }
        List<Exchange> expected = ExchangeTests.everyKind().toList();
        assertThat(seen).hasSameSizeAs(expected);
        assertThat(seen.get(1)).isEqualTo("2" + expected.get(1).record().recordSha256());
        assertThat(written.closed()).isTrue();
        assertThat(written.runs()).isEqualTo(5);
        assertThat(written.sessions()).isEqualTo(1);
        assertThat(written.lines()).as("runs, the session's close, the end").isEqualTo(7);
        assertThat(Files.readAllLines(file)).hasSize(7);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aBundleWithoutRunsCanBeClosed() throws IOException {
        Path file = folder.resolve("bundle");
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            writer.closeBundle();
        }
        assertThat(verifier.verify(file).runs()).isZero();
    }

    @Test
    void writingGoesOnWhereItStopped() throws IOException {
        Path file = folder.resolve("bundle");
        Exchange first = StoredRuns.cell(StoredRuns.SESSION, 1, "");
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            append(writer, first);
        }
        try (BundleWriter writer = BundleWriter.resume(file, key, BundleWriter.TornLine.REFUSE)) {
            append(writer, StoredRuns.cellAfter(first));
            writer.closeBundle();
        }
        assertThat(verifier.verify(file).runs()).isEqualTo(2);
        assertThatExceptionOfType(BundleRefusedException.class)
                .as("a closed bundle is resumed")
                .isThrownBy(() -> BundleWriter.resume(file, key, BundleWriter.TornLine.CUT))
                .matches(e -> e.defect() == BundleDefect.AFTER_CLOSE);
        assertThatExceptionOfType(FileAlreadyExistsException.class).isThrownBy(() -> BundleWriter.create(file, key));
    }

    /** Who can write to the file, and has no key, must not get what is left of it closed. */
    @Test
    void aBundleCutBetweenTwoWritersIsNotGoneOnWithWhenItsHeadIsKnown() throws IOException {
        Path file = folder.resolve("bundle");
        String head;
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            append(writer, StoredRuns.snippet(1));
            append(writer, StoredRuns.snippet(2));
            head = writer.report().headSha256();
        }
        byte[] whole = Files.readAllBytes(file);
        BundleWriter.resume(file, key, BundleWriter.TornLine.REFUSE, head).close();
        assertThat(verifier.allowOpen().knownHead(head).verify(file).runs()).isEqualTo(2);
        Files.writeString(file, Files.readAllLines(file).get(0) + "\n");
        assertCut(() -> BundleWriter.resume(file, key, BundleWriter.TornLine.CUT, head));
        assertCut(() -> verifier.allowOpen().knownHead(head).verify(file));
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertCut(() -> BundleWriter.resume(file, key, BundleWriter.TornLine.CUT, head));
        assertThat(Files.size(file)).as("the file is left as it was").isEqualTo(whole.length - 1);
    }

    private static void assertCut(ThrowingCallable call) {
        assertThatExceptionOfType(BundleRefusedException.class)
                .isThrownBy(call)
                .matches(e -> e.defect() == BundleDefect.OTHER_BUNDLE);
    }

    @Test
    void whatDoesNotMatchIsNeverSigned() throws IOException {
        Path file = folder.resolve("bundle");
        Exchange first = StoredRuns.cell(StoredRuns.SESSION, 1, "");
        Exchange second = StoredRuns.cellAfter(first);
        Exchange forged = new Exchange(
                StoredRuns.snippet(1).request(), StoredRuns.snippet(2).result());
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            assertThatExceptionOfType(ReceiptMismatchException.class).isThrownBy(() -> writer.append(forged));
            assertNotNext(writer, second);
            append(writer, first);
            assertNotNext(writer, first);
            assertNotNext(writer, StoredRuns.cellAfter(second));
            assertNotNext(
                    writer,
                    StoredRuns.cell(StoredRuns.SESSION, 2, second.record().recordSha256()));
            append(writer, second);
            writer.closeSession(StoredRuns.SESSION);
            assertNotNext(writer, StoredRuns.cellAfter(second));
            assertNotNext(writer, first);
            assertThatExceptionOfType(AttestationException.class)
                    .isThrownBy(() -> writer.closeSession(StoredRuns.SESSION));
            writer.closeBundle();
            assertThatExceptionOfType(AttestationException.class)
                    .as("after the end")
                    .isThrownBy(() -> writer.append(StoredRuns.snippet(1)));
        }
        assertThat(verifier.verify(file).runs()).isEqualTo(2);
    }

    private static void assertNotNext(BundleWriter writer, Exchange exchange) {
        assertThatExceptionOfType(AttestationException.class)
                .isThrownBy(() -> writer.append(exchange))
                .withMessageContaining("session");
    }

    @Test
    void onlyOneWriterHasABundle() throws IOException {
        Path file = folder.resolve("bundle");
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            assertThatExceptionOfType(AttestationException.class)
                    .isThrownBy(() -> BundleWriter.resume(file, key, BundleWriter.TornLine.CUT))
                    .withMessageContaining("another writer");
            append(writer, StoredRuns.snippet(1));
        }
    }

    @Test
    void aChangeBehindTheWritersBackStopsIt() throws IOException {
        Path file = folder.resolve("bundle");
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            append(writer, StoredRuns.snippet(1));
            Files.writeString(file, "x", StandardOpenOption.APPEND);
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> writer.append(StoredRuns.snippet(2)));
            assertThatExceptionOfType(AttestationException.class)
                    .isThrownBy(() -> writer.append(StoredRuns.snippet(2)))
                    .withMessageContaining("resume");
        }
    }

    @Test
    void aLineThatACrashCutAnywhereIsReportedAndTheLinesBeforeAreGood() throws IOException {
        Path file = folder.resolve("bundle");
        long good;
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            append(writer, StoredRuns.snippet(1));
            good = Files.size(file);
            append(writer, StoredRuns.snippet(2));
        }
        byte[] whole = Files.readAllBytes(file);
        for (int length = (int) good + 1; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            BundleReport report = verifier.allowOpen().verify(file);
            assertThat(report.tornBytes()).isEqualTo(length - good);
            assertThat(report.runs()).isEqualTo(1);
            assertThatExceptionOfType(BundleRefusedException.class)
                    .isThrownBy(() -> verifier.verify(file))
                    .matches(e -> e.line() == 2 && e.defect() == BundleDefect.TORN);
            assertThatExceptionOfType(BundleRefusedException.class)
                    .isThrownBy(() -> BundleWriter.resume(file, key, BundleWriter.TornLine.REFUSE))
                    .matches(e -> e.defect() == BundleDefect.TORN);
            BundleWriter.resume(file, key, BundleWriter.TornLine.CUT).close();
            assertThat(Files.size(file)).isEqualTo(good);
        }
        try (BundleWriter writer = BundleWriter.resume(file, key, BundleWriter.TornLine.CUT)) {
            append(writer, StoredRuns.snippet(3));
            writer.closeBundle();
        }
        assertThat(verifier.verify(file).runs()).isEqualTo(2);
    }

    @Test
    void aLineBeyondTheBoundIsRefusedUnread() throws IOException {
        Path file = folder.resolve("bundle");
        try (BundleWriter writer = BundleWriter.create(file, key)) {
            append(writer, StoredRuns.snippet("1", Bytes.copyOf(new byte[200_000])));
            writer.closeBundle();
        }
        int length = Files.readAllLines(file).get(0).length();
        assertThat(verifier.maxLineBytes(length).verify(file).runs()).isEqualTo(1);
        assertThatExceptionOfType(BundleRefusedException.class)
                .isThrownBy(() -> verifier.maxLineBytes(length - 1).verify(file))
                .matches(e -> e.line() == 1 && e.defect() == BundleDefect.LINE_TOO_LONG);
    }

    static void append(BundleWriter writer, Exchange exchange) {
        try {
            writer.append(exchange);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
