package dev.plimsoll.attest;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RunRecord;

/** A run record as an in-toto statement. */
final class RunStatement {
    private static final String SUBJECT = "run-record";
    private static final String PREDICATE = "run-record/v1";

    private RunStatement() {}

    static Bytes write(RunRecord record) {
        return InTotoStatement.write(SUBJECT, record.recordSha256(), PREDICATE, json -> RecordJson.write(json, record));
    }

    /** Reads a statement's record; whether the record is consistent is the caller's to check. */
    static RunRecord read(Bytes payload) {
        InTotoStatement statement = InTotoStatement.read(payload, SUBJECT, PREDICATE);
        StrictJson predicate = statement.predicate();
        statement.requireOnly(RecordJson.fields(RecordJson.version(predicate)));
        RunRecord record = RecordJson.read(predicate);
        statement.requireSubject(record.recordSha256());
        return record;
    }
}
