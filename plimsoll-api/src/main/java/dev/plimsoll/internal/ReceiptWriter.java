package dev.plimsoll.internal;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.receipt.ReceiptDigester;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import java.time.Clock;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Digests a request before it is handed over, and makes the record when its result is there. For one run. */
final class ReceiptWriter {
    /** Stands in while the result's own digest is computed, which does not look at it. */
    private static final RunRecord PENDING =
            new RunRecord(Receipts.RECORD_VERSION, "", "", "", "", "", "", "", "", 0, 0, "", 0, "", "");

    private final Clock clock;
    private final String provider;
    private final String ruleId;
    private final @Nullable SessionChain chain;
    private final Queue<ReceiptDigester> spares;
    private final ReceiptDigester digester;
    private final String requestSha256;
    private final long startedUnixMs;

    /**
     * Digests a request.
     *
     * @param spares digesters that are not in use; one is taken, and given back when the record is made
     */
    ReceiptWriter(
            SandboxSettings settings, RunRequest request, @Nullable SessionChain chain, Queue<ReceiptDigester> spares) {
        ReceiptDigester spare = spares.poll();
        this.spares = spares;
        this.digester = spare == null ? new ReceiptDigester() : spare;
        this.clock = settings.clock();
        this.provider = settings.provider();
        this.ruleId = Receipts.softwareRuleId(request.software().orElse(null));
        this.chain = chain;
        this.requestSha256 = digester.request(request, Receipts.PROTOCOL);
        this.startedUnixMs = clock.millis();
    }

    /** Makes the result with its record. */
    RunResult seal(RunResult.Builder<?> builder) {
        RunResult pending = builder.record(PENDING).build();
        Evidence evidence = pending.evidence();
        RunRecord open = new RunRecord(
                Receipts.RECORD_VERSION,
                requestSha256,
                digester.result(pending),
                provider,
                evidence.isolation().text(),
                evidence.environment(),
                evidence.policy(),
                evidence.softwareIdentity(),
                ruleId,
                startedUnixMs,
                clock.millis(),
                chain == null ? "" : chain.fingerprint(),
                chain == null ? 0 : chain.nextSequence(),
                chain == null ? "" : chain.previous(),
                "");
        RunRecord record = open.withRecordSha256(digester.record(open));
        spares.add(digester); // not after a failure, which may have left half a digest in it
        if (chain != null) {
            chain.advance(record.recordSha256());
        }
        return builder.record(record).build();
    }
}
