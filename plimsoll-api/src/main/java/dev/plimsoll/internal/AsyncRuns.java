package dev.plimsoll.internal;

import dev.plimsoll.error.SandboxAtCapacityException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls on threads of their own, never on a common pool. Cancelling the future interrupts the run.
 *
 * <p>An executor that the application passed in is used as it is and survives {@link #close}.
 */
public final class AsyncRuns {
    /** How many calls may wait for a thread; more are refused, so that a flood does not eat the heap. */
    private static final int MAX_QUEUED = 10_000;

    private static final long IDLE_SECONDS = 5;

    private final Executor executor;
    private final @Nullable ThreadPoolExecutor own;

    /**
     * Makes a runner.
     *
     * @param given the application's executor; null for threads of this sandbox's own
     */
    public AsyncRuns(@Nullable Executor given, String provider, int threads) {
        if (given != null) {
            this.own = null;
            this.executor = given;
        } else {
            AtomicInteger number = new AtomicInteger();
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MAX_QUEUED), task -> {
                        Thread thread = new Thread(task, "plimsoll-" + provider + "-run-" + number.incrementAndGet());
                        thread.setDaemon(true);
                        return thread;
                    });
            pool.allowCoreThreadTimeOut(true);
            this.own = pool;
            this.executor = pool;
        }
    }

    /** Starts a call. */
    public <T> CompletableFuture<T> start(Callable<T> call) {
        RunFuture<T> future = new RunFuture<>();
        FutureTask<@Nullable Void> task = new FutureTask<>(() -> {
            future.runOnThisThread(call);
            return null;
        });
        future.task = task;
        try {
            executor.execute(() -> {
                task.run();
                if (task.isCancelled()) {
                    // the interrupt was this run's; the thread goes back to its owner without it
                    boolean unused = Thread.interrupted();
                }
            });
        } catch (RejectedExecutionException e) {
            future.completeExceptionally(new SandboxAtCapacityException(
                    "nothing ran: too many calls are waiting for a thread, or the sandbox is closed", null));
        }
        return future;
    }

    /** Lets the threads end, once what was started is done. */
    public void close() {
        if (own != null) {
            own.shutdown();
        }
    }

    private static final class RunFuture<T> extends CompletableFuture<T> {
        private volatile @Nullable FutureTask<?> task;

        void runOnThisThread(Callable<T> call) {
            try {
                complete(call.call());
            } catch (Throwable e) { // whatever it is belongs to who holds the future
                completeExceptionally(e);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            FutureTask<?> running = task;
            if (cancelled && running != null) {
                running.cancel(true);
            }
            return cancelled;
        }
    }
}
