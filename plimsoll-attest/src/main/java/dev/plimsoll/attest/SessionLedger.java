package dev.plimsoll.attest;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.RunRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where each session of a bundle stands: its calls must be whole and in order, from the first to its signed close. */
final class SessionLedger {
    /** So many that no honest bundle has more, and so few that they fit a small heap. */
    static final int MAX_SESSIONS = 50_000;

    private static final String SUBJECT = "session";
    private static final String PREDICATE = "session-close/v1";

    /** The last call of a session. */
    private record Standing(long calls, String lastSha256, boolean closed) {}

    private final Map<String, Standing> sessions = new LinkedHashMap<>();

    /**
     * Checks that a record is the next of its session, or of none.
     *
     * @throws AttestationException if it is not
     */
    void check(RunRecord record) {
        if (record.session().isEmpty()) {
            return;
        }
        Standing standing = sessions.get(record.session());
        if (standing == null && sessions.size() == MAX_SESSIONS) {
            throw new AttestationException("the bundle has more than " + MAX_SESSIONS + " sessions; start another one");
        }
        if (standing != null && standing.closed) {
            throw new AttestationException("the session of the run was closed before");
        }
        long expected = standing == null ? 1 : standing.calls + 1;
        if (record.sequence() != expected) {
            throw new AttestationException("the session's sequence is " + record.sequence() + ", expected " + expected);
        }
        if (!record.previousSha256().equals(standing == null ? "" : standing.lastSha256)) {
            throw new AttestationException("the run does not follow its session's last one: previous_sha256 differs");
        }
    }

    void advance(RunRecord record) {
        if (!record.session().isEmpty()) {
            sessions.put(record.session(), new Standing(record.sequence(), record.recordSha256(), false));
        }
    }

    /** Writes the statement that closes a session. */
    Bytes closing(String session) {
        Standing standing = sessions.get(session);
        if (standing == null || standing.closed) {
            throw new AttestationException("the bundle has no open session of this fingerprint");
        }
        return InTotoStatement.write(SUBJECT, session, PREDICATE, json -> {
            json.writeStartObject();
            json.writeNumberField("calls", standing.calls);
            json.writeStringField("last_record_sha256", standing.lastSha256);
            json.writeEndObject();
        });
    }

    /** Checks the statement that closes a session, and marks it closed. */
    void close(Bytes payload) {
        InTotoStatement statement = InTotoStatement.read(payload, SUBJECT, PREDICATE);
        statement.requireOnly(Set.of("calls", "last_record_sha256"));
        String session = statement.subject();
        Standing standing = sessions.get(session);
        if (standing == null || standing.closed) {
            throw new AttestationException("the close is of a session that is not open here");
        }
        if (statement.predicate().number("/calls") != standing.calls
                || !statement.predicate().text("/last_record_sha256").equals(standing.lastSha256)) {
            throw new AttestationException(
                    "the session's close says that there were other calls than the " + standing.calls + " here");
        }
        sessions.put(session, new Standing(standing.calls, standing.lastSha256, true));
    }

    /** Returns which session a statement closes. */
    static String sessionOf(Bytes payload) {
        return InTotoStatement.read(payload, SUBJECT, PREDICATE).subject();
    }

    /** Returns the sessions without a close, in the order they began. */
    List<String> open() {
        return sessions.entrySet().stream()
                .filter(entry -> !entry.getValue().closed)
                .map(Map.Entry::getKey)
                .toList();
    }

    int count() {
        return sessions.size();
    }
}
