package dev.plimsoll.receipt;

import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.SoftwareRule;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Makes and checks receipts. All methods are static, thread-safe and stream: nothing they allocate grows with the
 * payload.
 *
 * <p>The encoding is that of the run records of the other implementations of plimsoll, byte for byte; {@code
 * docs/receipts.md} describes it.
 *
 * @since 0.1
 */
public final class Receipts {
    /** The protocol whose requests are digested unless another is named. */
    public static final int PROTOCOL = 2;
    /** The version of the records that are written. */
    public static final int RECORD_VERSION = 2;

    private static final int SHA256_HEX_LENGTH = 64;

    private Receipts() {}

    /** Returns the digest of a request under the current protocol. */
    public static String requestDigest(RunRequest request) {
        return requestDigest(request, PROTOCOL);
    }

    /**
     * Returns the digest of a request under a protocol.
     *
     * @throws IllegalArgumentException if the protocol is neither 1 nor 2
     */
    public static String requestDigest(RunRequest request, int protocol) {
        return new ReceiptDigester().request(request, protocol);
    }

    /** Returns the digest of a result. */
    public static String resultDigest(RunResult result) {
        return new ReceiptDigester().result(result);
    }

    /**
     * Returns the digest of a record, computed from its other fields.
     *
     * @throws IllegalArgumentException if the record's version is unknown
     */
    public static String recordDigest(RunRecord record) {
        return new ReceiptDigester().record(record);
    }

    /** Returns what stands in records for a session: the SHA-256 of its id, which is itself a secret. */
    public static String sessionFingerprint(String sessionId) {
        return HexFormat.of().formatHex(sha256().digest(FieldDigest.utf8(sessionId)));
    }

    /** Returns what stands in records for a software rule; empty without one. */
    public static String softwareRuleId(@Nullable SoftwareRule rule) {
        if (rule == null) {
            return "";
        }
        if (rule.mode() == SoftwareRule.Mode.EXACT) {
            return "exact:" + rule.identities().get(0);
        }
        TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
        rule.identities().forEach(identity -> sorted.add(FieldDigest.utf8(identity)));
        MessageDigest digest = sha256();
        boolean first = true;
        for (byte[] identity : sorted) {
            if (!first) {
                digest.update((byte) 0);
            }
            digest.update(identity);
            first = false;
        }
        return "approved:sha256:" + HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Checks that a result's receipt belongs to a request and to that result, and that it is whole.
     *
     * @throws ReceiptMismatchException naming the field that does not hold
     */
    public static void check(RunRequest request, RunResult result) {
        RunRecord record = result.record();
        check(record);
        int protocol = record.version() == 1 ? 1 : PROTOCOL;
        require("request_sha256", record.requestSha256(), requestDigest(request, protocol));
        require("result_sha256", record.resultSha256(), resultDigest(result));
        require("provider", record.provider(), result.provider());
        require("isolation", record.isolation(), result.isolation().text());
        require("environment", record.environment(), result.evidence().environment());
        require("policy", record.policy(), result.evidence().policy());
        if (record.version() >= 2) {
            require(
                    "software_identity",
                    record.softwareIdentity(),
                    result.evidence().softwareIdentity());
            require(
                    "software_rule_id",
                    record.softwareRuleId(),
                    softwareRuleId(request.software().orElse(null)));
        }
    }

    /**
     * Checks a record by itself: a known version, well-formed digests, and a digest of its own that matches its fields.
     *
     * @throws ReceiptMismatchException naming the field that does not hold
     */
    public static void check(RunRecord record) {
        if (record.version() != 1 && record.version() != 2) {
            throw new ReceiptMismatchException("version", "the record's version " + record.version() + " is unknown");
        }
        requireHex("request_sha256", record.requestSha256());
        requireHex("result_sha256", record.resultSha256());
        requireHex("record_sha256", record.recordSha256());
        if (record.session().isEmpty()) {
            if (record.sequence() != 0 || !record.previousSha256().isEmpty()) {
                throw new ReceiptMismatchException("session", "the record has a place in a session but no session");
            }
        } else {
            requireHex("session", record.session());
            if (record.sequence() < 1) {
                throw new ReceiptMismatchException("sequence", "a session's records are counted from 1");
            }
            if (record.sequence() > 1) {
                requireHex("previous_sha256", record.previousSha256());
            } else if (!record.previousSha256().isEmpty()) {
                throw new ReceiptMismatchException("previous_sha256", "a session's first record has no predecessor");
            }
        }
        if (record.version() == 1
                && !(record.softwareIdentity().isEmpty()
                        && record.softwareRuleId().isEmpty())) {
            throw new ReceiptMismatchException("software_identity", "a record of version 1 has no software fields");
        }
        require("record_sha256", record.recordSha256(), recordDigest(record));
    }

    /**
     * Checks that records are the calls of one session, whole and in order from the first.
     *
     * <p>A chain that was cut at its end cannot be told from one that is still going on; a signed close of the session
     * can tell.
     *
     * @throws ReceiptMismatchException naming the field that does not hold and the record's place
     */
    public static void checkChain(List<RunRecord> records) {
        String previous = "";
        for (int i = 0; i < records.size(); i++) {
            RunRecord record = records.get(i);
            String place = "record " + (i + 1) + " of the chain: ";
            check(record);
            if (record.session().isEmpty()
                    || !record.session().equals(records.get(0).session())) {
                throw new ReceiptMismatchException("session", place + "it belongs to another session");
            }
            if (record.sequence() != i + 1) {
                throw new ReceiptMismatchException(
                        "sequence", place + "its sequence is " + record.sequence() + ", expected " + (i + 1));
            }
            if (!record.previousSha256().equals(previous)) {
                throw new ReceiptMismatchException("previous_sha256", place + "it does not follow the one before");
            }
            previous = record.recordSha256();
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256; this one does not", e);
        }
    }

    private static void requireHex(String field, String hex) {
        boolean wellFormed = hex.length() == SHA256_HEX_LENGTH
                && hex.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
        if (!wellFormed) {
            throw new ReceiptMismatchException(field, field + " is not a SHA-256 of 64 lower-case hex digits");
        }
    }

    private static void require(String field, String recorded, String actual) {
        if (!recorded.equals(actual)) {
            throw new ReceiptMismatchException(field, field + " in the record does not match what is there");
        }
    }
}
