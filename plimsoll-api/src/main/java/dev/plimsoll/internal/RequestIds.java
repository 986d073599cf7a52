package dev.plimsoll.internal;

import dev.plimsoll.run.RequestId;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Names runs: a random half that nobody can guess, and a counter. */
final class RequestIds {
    private final long random = new SecureRandom().nextLong();
    private final AtomicLong next = new AtomicLong(1);

    RequestId next() {
        return new RequestId(random, next.getAndIncrement());
    }
}
