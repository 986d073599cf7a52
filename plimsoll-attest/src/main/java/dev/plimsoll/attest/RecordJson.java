package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.run.RunRecord;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A run record's fields, as they stand in a statement and in an exchange. */
final class RecordJson {
    private static final List<String> SOFTWARE = List.of("software_identity", "software_rule_id");
    private static final List<String> FIELDS = List.of(
            "version",
            "request_sha256",
            "result_sha256",
            "provider",
            "isolation",
            "environment",
            "policy",
            "software_identity",
            "software_rule_id",
            "started_unix_ms",
            "ended_unix_ms",
            "session",
            "sequence",
            "previous_sha256",
            "record_sha256");

    private RecordJson() {}

    static void write(JsonGenerator json, RunRecord record) throws IOException {
        json.writeStartObject();
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
        json.writeEndObject();
    }

    /** Returns the names of the fields that a record of this version has. */
    static Set<String> fields(long version) {
        Set<String> fields = new HashSet<>(FIELDS);
        if (version == 1) {
            fields.removeAll(SOFTWARE);
        }
        return fields;
    }

    static long version(StrictJson json) {
        long version = json.number("/version");
        if (version != 1 && version != 2) {
            throw new AttestationException("the run record's version is unknown");
        }
        return version;
    }

    /** Reads a record; whether it is consistent is the caller's to check. */
    static RunRecord read(StrictJson json) {
        long version = version(json);
        return new RunRecord(
                (int) version,
                json.text("/request_sha256"),
                json.text("/result_sha256"),
                json.text("/provider"),
                json.text("/isolation"),
                json.text("/environment"),
                json.text("/policy"),
                version == 1 ? "" : json.text("/software_identity"),
                version == 1 ? "" : json.text("/software_rule_id"),
                json.number("/started_unix_ms"),
                json.number("/ended_unix_ms"),
                json.text("/session"),
                json.number("/sequence"),
                json.text("/previous_sha256"),
                json.text("/record_sha256"));
    }
}
