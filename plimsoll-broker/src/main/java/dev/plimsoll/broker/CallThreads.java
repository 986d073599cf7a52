package dev.plimsoll.broker;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that one run's calls are made on; they end with it. As many as there are calls at once. Thread-safe. */
final class CallThreads {
    private static final Logger LOG = LoggerFactory.getLogger(CallThreads.class);

    /** How long a call that was cancelled may take to end. Only a name's look-up, which cannot be cancelled, needs any. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), this::newThread);

    private Thread newThread(Runnable task) {
        threads.removeIf(ended -> ended.getState() == Thread.State.TERMINATED);
        Thread thread = new Thread(task, "plimsoll-broker-call");
        thread.setDaemon(true);
        // the platform's way to tell would print the message, which is not for everybody
        thread.setUncaughtExceptionHandler((t, e) ->
                LOG.warn("a call failed in the broker: {}", e.getClass().getName()));
        threads.add(thread);
        return thread;
    }

    ExecutorService executor() {
        return pool;
    }

    /** Lets nothing new start. */
    void shutdown() {
        pool.shutdown();
    }

    /** Waits for the threads themselves: a pool says that it has terminated while its last one is still on its way out. */
    void await() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean interrupted = false;
        for (Thread thread : threads) {
            long left = end - System.nanoTime();
            while (thread.isAlive() && left > 0) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, left);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                left = end - System.nanoTime();
            }
            if (thread.isAlive()) {
                LOG.warn("a call of a run that is over has not ended after {} s", PATIENCE.toSeconds());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
