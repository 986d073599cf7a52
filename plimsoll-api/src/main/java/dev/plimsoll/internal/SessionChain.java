package dev.plimsoll.internal;

/** The place of the next record in its session. Guarded by the session, which runs one cell at a time. */
final class SessionChain {
    private final String fingerprint;
    private final long memoryBytes;
    private long sequence;
    private String previous = "";

    SessionChain(String fingerprint, long memoryBytes) {
        this.fingerprint = fingerprint;
        this.memoryBytes = memoryBytes;
    }

    /** Returns how much memory the session holds. */
    long memoryBytes() {
        return memoryBytes;
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
