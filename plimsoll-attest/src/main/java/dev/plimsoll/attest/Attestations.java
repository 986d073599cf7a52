package dev.plimsoll.attest;

import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;

/**
 * Signs and verifies the receipts of runs. Use it outside the process that runs hostile code: who holds the key can sign
 * anything. Thread-safe.
 *
 * <p>A signature says that its key's holder saw this request, this result and this record fit together. It does not say
 * that the provider told the truth about its wall.
 *
 * @since 0.1
 */
public final class Attestations {
    private Attestations() {}

    /**
     * Digests request and result again, checks the record against them, and signs it.
     *
     * @throws ReceiptMismatchException if the record does not match; nothing is signed then
     */
    public static Envelope sign(RunRequest request, RunResult result, SigningKey key) {
        Receipts.check(request, result);
        return Envelope.sign(RunStatement.write(result.record()), key);
    }

    /**
     * Verifies an envelope and returns the record in it.
     *
     * @throws AttestationException if the signature or the statement is not valid
     * @throws ReceiptMismatchException if the record in it is not consistent
     */
    public static RunRecord verify(Envelope envelope, VerifyKey key) {
        RunRecord record = RunStatement.read(envelope.verify(key));
        Receipts.check(record);
        return record;
    }

    /**
     * Verifies an envelope, and that it is about this request and this result.
     *
     * @throws AttestationException if the signature or the statement is not valid, or it is about another run
     * @throws ReceiptMismatchException if the record does not match request and result
     */
    public static RunRecord verify(Envelope envelope, RunRequest request, RunResult result, VerifyKey key) {
        RunRecord record = verify(envelope, key);
        if (!record.equals(result.record())) {
            throw new AttestationException("the envelope is about another run than the result given");
        }
        Receipts.check(request, result);
        return record;
    }
}
