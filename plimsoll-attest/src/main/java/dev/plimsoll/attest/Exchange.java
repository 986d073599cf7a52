package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import java.io.IOException;
import java.util.Objects;

/**
 * A request and what came back for it, in a form that can be stored, signed and run again. Immutable and thread-safe.
 *
 * <p>Stored are the fields that receipts digest and those that a replay needs: the bounds, the fixed clock and the seed.
 * Left out are the trace id, the subject, the grant's routes, the duration, the calls and the advice. The JSON holds the
 * code and the output as they were: treat it as you treat them.
 *
 * @param request what was asked
 * @param result what came back, with its record
 * @since 0.1
 */
public record Exchange(RunRequest request, RunResult result) {
    /** The most bytes that an exchange's JSON may have unless another bound is named. */
    public static final int STANDARD_MAX_BYTES = 64 << 20;

    /** Checks that both are there and of the same kind. */
    public Exchange {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(result, "result");
        if (request.kind() != result.kind()) {
            throw new AttestationException("the request is of another kind than the result");
        }
    }

    /** Returns the result's receipt. */
    public RunRecord record() {
        return result.record();
    }

    /**
     * Checks that record, request and result belong together.
     *
     * @throws dev.plimsoll.error.ReceiptMismatchException naming the field that does not hold
     */
    public void check() {
        Receipts.check(request, result);
    }

    /** Returns the exchange's one encoding: a line of ASCII JSON, without the line's end. */
    public String toJson() {
        return CanonicalJson.text(this::write);
    }

    /**
     * Reads an exchange. Reading checks no digest; {@link #check()} does.
     *
     * @throws AttestationException if it is longer than {@link #STANDARD_MAX_BYTES}, or anything else than what {@link
     *     #toJson()} returns for some exchange
     */
    public static Exchange parse(byte[] json) {
        Exchange exchange = read(StrictJson.parse("the exchange", json, STANDARD_MAX_BYTES));
        if (!CanonicalJson.matches(exchange::write, json, 0, json.length)) {
            throw new AttestationException(
                    "the exchange has unknown or reordered fields, or another encoding than its own");
        }
        return exchange;
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeFieldName("request");
        RequestJson.write(json, request);
        json.writeFieldName("result");
        ResultJson.write(json, result);
        json.writeFieldName("record");
        RecordJson.write(json, result.record());
        json.writeEndObject();
    }

    /** Reads the fields that an exchange has; that there are no others is the caller's to check. */
    static Exchange read(StrictJson json) {
        RunRequest request = RequestJson.read(json.under("/request", "the request"));
        RunRecord record = RecordJson.read(json.under("/record", "the record"));
        return new Exchange(request, ResultJson.read(json.under("/result", "the result"), request.kind(), record));
    }
}
