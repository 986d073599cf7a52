package dev.plimsoll.attest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies bundles: every signature, digest, evidence field, sequence, previous digest and close. Immutable and thread-safe.
 *
 * <p>Streaming: it holds one line at a time, and a few hundred bytes for each session. A line takes about five times its
 * length while it is verified; {@link #maxLineBytes(int)} bounds it.
 *
 * <p>A bundle that was replaced by an older one, or by another one of the same key, is valid by itself: name the head that you
 * expect with {@link #expectHead} to refuse it.
 *
 * @since 0.1
 */
public final class BundleVerifier {
    /** Sees each run of a bundle when its line has been verified; lines after it may still turn out bad. */
    @FunctionalInterface
    public interface RunVisitor {
        /** Takes a run and the number of its line, counted from 1. */
        void visit(long line, Exchange exchange) throws IOException;

        /** Learns that a session, named as in its records, has no more calls. Does nothing unless overridden. */
        default void sessionClosed(String fingerprint) throws IOException {}
    }

    private final VerifyKey key;
    private final int maxLineBytes;
    private final boolean openAllowed;
    private final @Nullable String expectedHead;
    private final @Nullable String knownHead;
    private final LongConsumer progress;

    private BundleVerifier(
            VerifyKey key,
            int maxLineBytes,
            boolean openAllowed,
            @Nullable String expectedHead,
            @Nullable String knownHead,
            LongConsumer progress) {
        this.key = key;
        this.maxLineBytes = maxLineBytes;
        this.openAllowed = openAllowed;
        this.expectedHead = expectedHead;
        this.knownHead = knownHead;
        this.progress = progress;
    }

    /** Verifies with a key: lines of at most {@link Exchange#STANDARD_MAX_BYTES}, and a closed bundle. */
    public static BundleVerifier with(VerifyKey key) {
        return new BundleVerifier(
                Objects.requireNonNull(key, "key"), Exchange.STANDARD_MAX_BYTES, false, null, null, bytes -> {});
    }

    /**
     * Sets the most bytes that a line may have.
     *
     * @throws IllegalArgumentException if the bound is not positive
     */
    public BundleVerifier maxLineBytes(int bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("the bound of a line must be positive");
        }
        return new BundleVerifier(key, bytes, openAllowed, expectedHead, knownHead, progress);
    }

    /**
     * Accepts a bundle without a signed end, also with a torn last line, and says so in the report. Whether lines were cut
     * off at its end cannot be told then.
     */
    public BundleVerifier allowOpen() {
        return new BundleVerifier(key, maxLineBytes, true, expectedHead, knownHead, progress);
    }

    /** Refuses every bundle but the one whose last line has this SHA-256. */
    public BundleVerifier expectHead(String sha256) {
        return new BundleVerifier(
                key, maxLineBytes, openAllowed, Objects.requireNonNull(sha256, "sha256"), knownHead, progress);
    }

    /**
     * Refuses a bundle that has no line with this SHA-256: one that was the head before. So a bundle that is still open cannot
     * be taken back to an earlier state.
     */
    public BundleVerifier knownHead(String sha256) {
        return new BundleVerifier(
                key, maxLineBytes, openAllowed, expectedHead, Objects.requireNonNull(sha256, "sha256"), progress);
    }

    /** Reports after each line how many bytes have been verified. */
    public BundleVerifier progress(LongConsumer newProgress) {
        return new BundleVerifier(
                key,
                maxLineBytes,
                openAllowed,
                expectedHead,
                knownHead,
                Objects.requireNonNull(newProgress, "progress"));
    }

    /**
     * Verifies a bundle.
     *
     * @throws BundleRefusedException naming the line and the reason
     * @throws IOException if it cannot be read
     */
    public BundleReport verify(Path bundle) throws IOException {
        try (InputStream in = Files.newInputStream(bundle)) {
            return verify(in, (line, exchange) -> {});
        }
    }

    /**
     * Verifies a bundle and shows each run of it. Trust what was seen only when this returns.
     *
     * @throws BundleRefusedException naming the line and the reason
     * @throws IOException if it cannot be read, or the visitor throws it
     */
    public BundleReport verify(InputStream bundle, RunVisitor visitor) throws IOException {
        BundleChain chain = new BundleChain();
        long torn = read(bundle, chain, visitor);
        if (torn > 0 && chain.closed()) {
            throw chain.refused(BundleDefect.AFTER_CLOSE, "the bundle was closed before");
        }
        if (torn > 0 && !openAllowed) {
            throw chain.refused(
                    BundleDefect.TORN,
                    "it was not written to its end, as after a crash (" + torn
                            + " bytes); the lines before it are good");
        }
        if (!chain.closed() && !openAllowed) {
            throw chain.refused(
                    BundleDefect.NOT_CLOSED,
                    "the bundle ends here without its signed close: it is still being written, or it was cut");
        }
        BundleReport report = chain.report(key, torn);
        if (expectedHead != null && !expectedHead.equals(report.headSha256())) {
            throw new BundleRefusedException(
                    Math.max(1, chain.lines()),
                    BundleDefect.OTHER_BUNDLE,
                    "the bundle's last line is another one than the one expected",
                    null);
        }
        return report;
    }

    /** Verifies whole lines into a chain, and returns how many bytes follow the last one. */
    long read(InputStream in, BundleChain chain, RunVisitor visitor) throws IOException {
        if (knownHead != null) {
            chain.lookFor(knownHead);
        }
        LineReader lines = new LineReader(in, maxLineBytes);
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            BundleLine.Content content = chain.accept(line, key);
            if (content instanceof BundleLine.Run run) {
                visitor.visit(chain.lines(), run.exchange());
            } else if (content instanceof BundleLine.SessionClose close) {
                visitor.sessionClosed(SessionLedger.sessionOf(close.envelope().payload()));
            }
            progress.accept(lines.bytes());
        }
        chain.requireKnownHead();
        return lines.tornBytes();
    }
}
