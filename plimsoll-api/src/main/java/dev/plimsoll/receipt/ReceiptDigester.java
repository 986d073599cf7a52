package dev.plimsoll.receipt;

import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;

/**
 * Computes the digests of a run one after the other with one SHA-256 instance. For one thread at a time.
 *
 * @since 0.1
 */
public final class ReceiptDigester {
    private final FieldDigest fields;

    /** Makes a digester. */
    public ReceiptDigester() {
        this.fields = new FieldDigest(Receipts.sha256());
    }

    /**
     * Returns the digest of a request under a protocol.
     *
     * @throws IllegalArgumentException if the protocol is neither 1 nor 2
     */
    public String request(RunRequest request, int protocol) {
        if (protocol != 1 && protocol != 2) {
            throw new IllegalArgumentException("the protocol must be 1 or 2, not " + protocol);
        }
        RequestEncoding.write(fields, request, protocol);
        return fields.hex();
    }

    /** Returns the digest of a result. */
    public String result(RunResult result) {
        ResultEncoding.write(fields, result);
        return fields.hex();
    }

    /**
     * Returns the digest of a record, computed from its other fields.
     *
     * @throws IllegalArgumentException if the record's version is unknown
     */
    public String record(RunRecord record) {
        int version = record.version();
        if (version != 1 && version != 2) {
            throw new IllegalArgumentException("the record's version must be 1 or 2, not " + version);
        }
        fields.domain("plimsoll.run-record.v" + version)
                .text("request_sha256", record.requestSha256())
                .text("result_sha256", record.resultSha256())
                .text("provider", record.provider())
                .text("isolation", record.isolation())
                .text("environment", record.environment())
                .text("policy", record.policy());
        if (version >= 2) {
            fields.text("software_identity", record.softwareIdentity())
                    .text("software_rule_id", record.softwareRuleId());
        }
        fields.number("started_unix_ms", record.startedUnixMs())
                .number("ended_unix_ms", record.endedUnixMs())
                .text("session", record.session())
                .number("sequence", record.sequence())
                .text("previous_sha256", record.previousSha256());
        return fields.hex();
    }
}
