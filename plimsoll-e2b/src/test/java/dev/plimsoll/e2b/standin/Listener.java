package dev.plimsoll.e2b.standin;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** One who listens to a process. Slow ones slow the process down; closed ones do not. */
final class Listener {
    private static final int MOST_WAITING = 64;

    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(MOST_WAITING);
    private volatile boolean closed;

    void put(Event event) {
        try {
            while (!closed && !events.offer(event, 50, TimeUnit.MILLISECONDS)) {
                // Nobody has read for a while: see again whether anybody still will.
                if (event instanceof Event.Gone) {
                    events.clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Optional<Event> next(Duration atMost) throws InterruptedException {
        return Optional.ofNullable(events.poll(atMost.toMillis(), TimeUnit.MILLISECONDS));
    }

    void close() {
        closed = true;
    }
}
