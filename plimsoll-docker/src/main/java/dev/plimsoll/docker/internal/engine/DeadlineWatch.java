package dev.plimsoll.docker.internal.engine;

import dev.plimsoll.spi.Deadline;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes connections whose time is over, from a thread that does nothing else: a blocked reader or writer then leaves at
 * once. Thread-safe.
 */
final class DeadlineWatch implements AutoCloseable {
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "plimsoll-docker-watch");
        thread.setDaemon(true);
        return thread;
    });

    DeadlineWatch() {
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Has something closed at a deadline, unless the returned future is cancelled first. */
    ScheduledFuture<?> at(Deadline deadline, Runnable close) {
        return timer.schedule(close, Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
