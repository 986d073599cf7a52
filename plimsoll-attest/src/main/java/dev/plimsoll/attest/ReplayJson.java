package dev.plimsoll.attest;

/** A replay's report as JSON. */
final class ReplayJson {
    private ReplayJson() {}

    static String write(ReplayReport report) {
        return CanonicalJson.text(json -> {
            json.writeStartObject();
            json.writeStringField("bundle", report.bundle().bundle());
            json.writeStringField("head_sha256", report.bundle().headSha256());
            json.writeStringField("key_id", report.bundle().keyId());
            json.writeStringField("provider", report.provider());
            json.writeStringField("isolation", report.evidence().isolation().text());
            json.writeStringField("environment", report.evidence().environment());
            json.writeBooleanField("all_same", report.allSame());
            json.writeArrayFieldStart("runs");
            for (ReplayedRun run : report.runs()) {
                json.writeStartObject();
                json.writeNumberField("line", run.line());
                json.writeStringField("kind", run.kind().text());
                json.writeStringField("verdict", run.verdict().text());
                json.writeStringField("stored_sha256", run.storedSha256());
                json.writeStringField("replayed_sha256", run.replayedSha256());
                json.writeStringField("detail", run.detail());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
