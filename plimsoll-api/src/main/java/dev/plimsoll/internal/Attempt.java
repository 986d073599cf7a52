package dev.plimsoll.internal;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.RequestId;
import java.time.Duration;

/** What is known of a call while it goes through the pipeline, for the audit line. For one thread. */
final class Attempt {
    private final RequestId requestId;
    private final long startNanos;
    private Isolation isolation = Isolation.UNKNOWN;

    Attempt(RequestId requestId, long startNanos) {
        this.requestId = requestId;
        this.startNanos = startNanos;
    }

    RequestId requestId() {
        return requestId;
    }

    void sawIsolation(Isolation seen) {
        isolation = seen;
    }

    Isolation isolation() {
        return isolation;
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
