package dev.plimsoll.attest;

import dev.plimsoll.run.Bytes;
import java.util.HashSet;
import java.util.Set;

/** An in-toto statement, version 1, about one subject: a name, a SHA-256 and a predicate. */
final class InTotoStatement {
    private static final String TYPE = "https://in-toto.io/Statement/v1";
    private static final String PREDICATES = "https://plimsollmark.github.io/plimsoll/";

    private final StrictJson json;

    private InTotoStatement(StrictJson json) {
        this.json = json;
    }

    /**
     * Writes a statement.
     *
     * @param predicateType the last parts of the predicate's type, such as {@code run-record/v1}
     */
    static Bytes write(String subject, String sha256, String predicateType, CanonicalJson.Content predicate) {
        return Bytes.copyOf(CanonicalJson.write(out -> {
            out.writeStartObject();
            out.writeStringField("_type", TYPE);
            out.writeArrayFieldStart("subject");
            out.writeStartObject();
            out.writeStringField("name", subject);
            out.writeObjectFieldStart("digest");
            out.writeStringField("sha256", sha256);
            out.writeEndObject();
            out.writeEndObject();
            out.writeEndArray();
            out.writeStringField("predicateType", PREDICATES + predicateType);
            out.writeFieldName("predicate");
            predicate.write(out);
            out.writeEndObject();
        }));
    }

    /** Reads a statement of one predicate type about a subject of one name. */
    static InTotoStatement read(Bytes payload, String subject, String predicateType) {
        StrictJson json = StrictJson.parse("the statement", payload.toByteArray(), Envelope.MAX_BYTES);
        if (!json.text("/_type").equals(TYPE)) {
            throw new AttestationException("the statement is not an in-toto statement of version 1");
        }
        if (!json.text("/predicateType").equals(PREDICATES + predicateType)) {
            throw new AttestationException("the statement is not of the type " + predicateType);
        }
        if (!json.text("/subject/0/name").equals(subject)) {
            throw new AttestationException("the statement's subject is not named " + subject);
        }
        return new InTotoStatement(json);
    }

    void requireOnly(Set<String> predicateFields) {
        Set<String> paths =
                new HashSet<>(Set.of("/_type", "/subject/0/name", "/subject/0/digest/sha256", "/predicateType"));
        predicateFields.forEach(field -> paths.add("/predicate/" + field));
        json.requireOnly(paths);
    }

    String subject() {
        return json.text("/subject/0/digest/sha256");
    }

    void requireSubject(String sha256) {
        if (!subject().equals(sha256)) {
            throw new AttestationException("the statement's subject is something else than what it is with");
        }
    }

    StrictJson predicate() {
        return json.under("/predicate", "the statement");
    }
}
