package dev.plimsoll.broker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a minter that takes longer than the whole run may: its thread, and only while it mints. Made and ended on that
 * thread.
 */
final class MintWatch {
    private final Thread minting = Thread.currentThread();
    private final CompletableFuture<Boolean> timer = new CompletableFuture<>();
    private boolean ended;
    private boolean overdue;

    MintWatch(Duration time) {
        var unused = timer.completeOnTimeout(true, time.toNanos(), TimeUnit.NANOSECONDS)
                .thenRun(this::interrupt);
    }

    private synchronized void interrupt() {
        if (!ended) {
            overdue = true;
            minting.interrupt();
        }
    }

    /** Ends the watch, and clears an interrupt of its own. Returns whether the time was over. */
    synchronized boolean end() {
        if (!ended) {
            ended = true;
            timer.cancel(false); // and the timer's entry with it
            if (overdue) {
                var unused = Thread.interrupted();
            }
        }
        return overdue;
    }
}
