package dev.plimsoll.run;

import java.util.Objects;

/**
 * The receipt of a run: digests of what was asked and of what came back, the evidence it ran under, and when.
 *
 * <p>The members are those of the record's encoding, in its order; building one checks nothing but nulls, so that a
 * record from elsewhere can be held and then checked with {@code Receipts}.
 *
 * @param version the version of the record's encoding; 2 is written, 1 and 2 are verified
 * @param requestSha256 the request's digest, 64 lower-case hex digits; so are the others
 * @param resultSha256 the result's digest
 * @param provider the id of the provider
 * @param isolation the tier's text form
 * @param environment the environment's identity
 * @param policy the policy's identity
 * @param softwareIdentity the identity a software rule was compared with
 * @param softwareRuleId the rule's id, empty without one
 * @param startedUnixMs when the run was dispatched, in milliseconds since 1970
 * @param endedUnixMs when its result was complete
 * @param session the SHA-256 of the session's id, empty for a single run
 * @param sequence the number of the call in its session, counted from 1; 0 for a single run
 * @param previousSha256 the digest of the session's previous record, empty for the first
 * @param recordSha256 the digest of all of the above
 * @since 0.1
 */
public record RunRecord(
        int version,
        String requestSha256,
        String resultSha256,
        String provider,
        String isolation,
        String environment,
        String policy,
        String softwareIdentity,
        String softwareRuleId,
        long startedUnixMs,
        long endedUnixMs,
        String session,
        long sequence,
        String previousSha256,
        String recordSha256) {
    /** Checks for nulls. */
    public RunRecord {
        Objects.requireNonNull(requestSha256, "requestSha256");
        Objects.requireNonNull(resultSha256, "resultSha256");
        Objects.requireNonNull(provider, "provider");
        Objects.requireNonNull(isolation, "isolation");
        Objects.requireNonNull(environment, "environment");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(softwareIdentity, "softwareIdentity");
        Objects.requireNonNull(softwareRuleId, "softwareRuleId");
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(previousSha256, "previousSha256");
        Objects.requireNonNull(recordSha256, "recordSha256");
    }

    /** Returns the same record with another digest of itself. */
    public RunRecord withRecordSha256(String sha256) {
        return new RunRecord(
                version,
                requestSha256,
                resultSha256,
                provider,
                isolation,
                environment,
                policy,
                softwareIdentity,
                softwareRuleId,
                startedUnixMs,
                endedUnixMs,
                session,
                sequence,
                previousSha256,
                sha256);
    }
}
