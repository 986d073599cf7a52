package dev.plimsoll.attest;

import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RunRecord;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How far a bundle has come: what the next line has to be, whether it is read or written. Not thread-safe. */
final class BundleChain {
    private static final String SUBJECT = "bundle-line";
    private static final String PREDICATE = "bundle-line/v1";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int BUNDLE_ID_BYTES = 16;

    private final SessionLedger sessions = new SessionLedger();
    private String bundle = "";
    private String headSha256 = "";
    private long lines;
    private long runs;
    private boolean closed;
    private @Nullable String knownHead;

    /** Gives a bundle that has no line yet an id of its own. */
    void begin() {
        byte[] id = new byte[BUNDLE_ID_BYTES];
        RANDOM.nextBytes(id);
        bundle = HexFormat.of().formatHex(id);
    }

    /** Looks out for a line with this digest. */
    void lookFor(String head) {
        knownHead = head;
    }

    /**
     * Checks that the line that was looked for came by.
     *
     * @throws BundleRefusedException if it did not
     */
    void requireKnownHead() {
        if (knownHead != null) {
            throw new BundleRefusedException(
                    Math.max(1, lines),
                    BundleDefect.OTHER_BUNDLE,
                    "the bundle ends without the line that was its last one before: it was cut, or it is another one",
                    null);
        }
    }

    /** Writes the statement that a content is the bundle's next line. */
    Bytes place(String contentSha256) {
        return InTotoStatement.write(SUBJECT, contentSha256, PREDICATE, json -> {
            json.writeStartObject();
            json.writeStringField("bundle", bundle);
            json.writeNumberField("line", lines + 1);
            json.writeStringField("previous_sha256", headSha256);
            json.writeEndObject();
        });
    }

    /** Verifies that a line is the bundle's next one, and everything in it; returns what it says. */
    BundleLine.Content accept(byte[] bytes, VerifyKey key) {
        if (closed) {
            throw refused(BundleDefect.AFTER_CLOSE, "the bundle was closed before");
        }
        BundleLine line;
        try {
            line = BundleLine.parse(bytes);
        } catch (AttestationException e) {
            throw refused(BundleDefect.MALFORMED, "", e);
        }
        acceptPlace(line, bytes, key);
        BundleLine.Content content = line.content();
        if (content instanceof BundleLine.Run run) {
            acceptRun(run, key);
        } else if (content instanceof BundleLine.SessionClose close) {
            Bytes statement = verified(close.envelope(), "the session's close: ", key);
            inSession(() -> sessions.close(statement));
        } else {
            acceptClose((BundleLine.BundleClose) content);
        }
        advance(bytes, bytes.length, content);
        return content;
    }

    private void acceptPlace(BundleLine line, byte[] bytes, VerifyKey key) {
        Bytes payload = verified(line.place(), "the line's place: ", key);
        try {
            InTotoStatement statement = InTotoStatement.read(payload, SUBJECT, PREDICATE);
            statement.requireOnly(Set.of("bundle", "line", "previous_sha256"));
            StrictJson place = statement.predicate();
            if (lines == 0) {
                bundle = place.text("/bundle");
            }
            if (!place.text("/bundle").equals(bundle)) {
                throw new AttestationException("the line belongs to another bundle");
            }
            if (place.number("/line") != lines + 1) {
                throw new AttestationException("the line was written as line " + place.number("/line"));
            }
            if (!place.text("/previous_sha256").equals(headSha256)) {
                throw new AttestationException("the line was written after another one than the one before it here");
            }
            statement.requireSubject(line.contentSha256(bytes));
        } catch (AttestationException e) {
            throw refused(BundleDefect.PLACE, "", e);
        }
    }

    private void acceptRun(BundleLine.Run run, VerifyKey key) {
        Bytes statement = verified(run.envelope(), "the record's envelope: ", key);
        RunRecord record = run.exchange().record();
        try {
            if (!RunStatement.read(statement).equals(record)) {
                throw new AttestationException("the record that was signed is another one than the exchange's");
            }
            run.exchange().check();
        } catch (AttestationException | ReceiptMismatchException e) {
            throw refused(BundleDefect.RECORD, "", e);
        }
        inSession(() -> sessions.check(record));
    }

    private void acceptClose(BundleLine.BundleClose close) {
        if (!sessions.open().isEmpty()) {
            throw refused(BundleDefect.SESSION, "the bundle is closed before a session of it is");
        }
        if (close.runs() != runs || close.sessions() != sessions.count()) {
            throw refused(BundleDefect.NOT_CLOSED, "the bundle's close says that there were other runs");
        }
    }

    private Bytes verified(Envelope envelope, String what, VerifyKey key) {
        try {
            return envelope.verify(key);
        } catch (AttestationException e) {
            throw refused(BundleDefect.SIGNATURE, what, e);
        }
    }

    private void inSession(Runnable check) {
        try {
            check.run();
        } catch (AttestationException e) {
            throw refused(BundleDefect.SESSION, "", e);
        }
    }

    /** Moves on after a line that was verified or written; the bytes are without the line's end. */
    void advance(byte[] line, int length, BundleLine.Content content) {
        lines++;
        headSha256 = Sha256.hex(line, length);
        if (headSha256.equals(knownHead)) {
            knownHead = null;
        }
        if (content instanceof BundleLine.Run run) {
            runs++;
            sessions.advance(run.exchange().record());
        } else if (content instanceof BundleLine.BundleClose) {
            closed = true;
        }
    }

    BundleRefusedException refused(BundleDefect defect, String reason) {
        return new BundleRefusedException(lines + 1, defect, reason, null);
    }

    private BundleRefusedException refused(BundleDefect defect, String what, RuntimeException cause) {
        return new BundleRefusedException(lines + 1, defect, what + cause.getMessage(), cause);
    }

    BundleReport report(VerifyKey key, long tornBytes) {
        return new BundleReport(bundle, key.keyId(), lines, runs, sessions.count(), closed, tornBytes, headSha256);
    }

    SessionLedger sessions() {
        return sessions;
    }

    long lines() {
        return lines;
    }

    long runs() {
        return runs;
    }

    boolean closed() {
        return closed;
    }
}
