package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RunRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A run record as an in-toto statement, version 1. */
final class RunStatement {
    private static final String TYPE = "https://in-toto.io/Statement/v1";
    private static final String PREDICATE = "https://plimsollmark.github.io/plimsoll/run-record/v1";
    private static final List<String> SOFTWARE = List.of("software_identity", "software_rule_id");
    private static final Set<String> FIELDS = Set.of(
            "/_type",
            "/subject/0/name",
            "/subject/0/digest/sha256",
            "/predicateType",
            "/predicate/version",
            "/predicate/request_sha256",
            "/predicate/result_sha256",
            "/predicate/provider",
            "/predicate/isolation",
            "/predicate/environment",
            "/predicate/policy",
            "/predicate/software_identity",
            "/predicate/software_rule_id",
            "/predicate/started_unix_ms",
            "/predicate/ended_unix_ms",
            "/predicate/session",
            "/predicate/sequence",
            "/predicate/previous_sha256",
            "/predicate/record_sha256");

    private RunStatement() {}

    static Bytes write(RunRecord record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = StrictJson.factory(Envelope.MAX_BYTES).createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("_type", TYPE);
            json.writeArrayFieldStart("subject");
            json.writeStartObject();
            json.writeStringField("name", "run-record");
            json.writeObjectFieldStart("digest");
            json.writeStringField("sha256", record.recordSha256());
            json.writeEndObject();
            json.writeEndObject();
            json.writeEndArray();
            json.writeStringField("predicateType", PREDICATE);
            json.writeObjectFieldStart("predicate");
            predicate(json, record);
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        return Bytes.copyOf(out.toByteArray());
    }

    private static void predicate(JsonGenerator json, RunRecord record) throws IOException {
        json.writeNumberField("version", record.version());
        json.writeStringField("request_sha256", record.requestSha256());
        json.writeStringField("result_sha256", record.resultSha256());
        json.writeStringField("provider", record.provider());
        json.writeStringField("isolation", record.isolation());
        json.writeStringField("environment", record.environment());
        json.writeStringField("policy", record.policy());
        if (record.version() >= 2) {
            json.writeStringField("software_identity", record.softwareIdentity());
            json.writeStringField("software_rule_id", record.softwareRuleId());
        }
        json.writeNumberField("started_unix_ms", record.startedUnixMs());
        json.writeNumberField("ended_unix_ms", record.endedUnixMs());
        json.writeStringField("session", record.session());
        json.writeNumberField("sequence", record.sequence());
        json.writeStringField("previous_sha256", record.previousSha256());
        json.writeStringField("record_sha256", record.recordSha256());
    }

    /** Reads a statement's record; whether the record is consistent is the caller's to check. */
    static RunRecord read(Bytes payload) {
        StrictJson json = StrictJson.parse("the statement", payload.toByteArray(), Envelope.MAX_BYTES);
        if (!json.text("/_type").equals(TYPE)) {
            throw new AttestationException("the statement is not an in-toto statement of version 1");
        }
        if (!json.text("/predicateType").equals(PREDICATE)) {
            throw new AttestationException("the statement is not about a run record");
        }
        long version = json.number("/predicate/version");
        if (version != 1 && version != 2) {
            throw new AttestationException("the run record's version is unknown");
        }
        Set<String> fields = new HashSet<>(FIELDS);
        if (version == 1) {
            SOFTWARE.forEach(field -> fields.remove("/predicate/" + field));
        }
        json.requireOnly(fields);
        RunRecord record = new RunRecord(
                (int) version,
                json.text("/predicate/request_sha256"),
                json.text("/predicate/result_sha256"),
                json.text("/predicate/provider"),
                json.text("/predicate/isolation"),
                json.text("/predicate/environment"),
                json.text("/predicate/policy"),
                version == 1 ? "" : json.text("/predicate/software_identity"),
                version == 1 ? "" : json.text("/predicate/software_rule_id"),
                json.number("/predicate/started_unix_ms"),
                json.number("/predicate/ended_unix_ms"),
                json.text("/predicate/session"),
                json.number("/predicate/sequence"),
                json.text("/predicate/previous_sha256"),
                json.text("/predicate/record_sha256"));
        if (!json.text("/subject/0/name").equals("run-record")
                || !json.text("/subject/0/digest/sha256").equals(record.recordSha256())) {
            throw new AttestationException("the statement's subject is not the record in it");
        }
        return record;
    }
}
