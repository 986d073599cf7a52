package dev.plimsoll.internal;

/** The place of the next record in its session. Guarded by the session, which runs one cell at a time. */
final class SessionChain {
    private final String fingerprint;
    private long sequence;
    private String previous = "";

    SessionChain(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    String fingerprint() {
        return fingerprint;
    }

    long nextSequence() {
        return sequence + 1;
    }

    String previous() {
        return previous;
    }

    void advance(String recordSha256) {
        sequence++;
        previous = recordSha256;
    }
}
