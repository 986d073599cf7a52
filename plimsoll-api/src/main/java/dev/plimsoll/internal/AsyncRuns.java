package dev.plimsoll.internal;

import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.SandboxAtCapacityException;
import dev.plimsoll.error.SandboxClosedException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
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
    /** How long a closing sandbox waits for its threads, whose runs are over by then, to be gone. */
    private static final long LEAVE_SECONDS = 1;

    private final Executor executor;
    private final @Nullable ThreadPoolExecutor own;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

    /**
     * Makes a runner.
     *
     * @param given the application's executor; null for threads of this sandbox's own
     * @param mostThreads how many of those there may be
     */
    public AsyncRuns(@Nullable Executor given, String provider, int mostThreads) {
        if (given != null) {
            this.own = null;
            this.executor = given;
        } else {
            AtomicInteger number = new AtomicInteger();
            ThreadPoolExecutor pool = new ThreadPoolExecutor(
                    mostThreads,
                    mostThreads,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(MAX_QUEUED),
                    task -> newThread(task, "plimsoll-" + provider + "-run-" + number.incrementAndGet()));
            pool.allowCoreThreadTimeOut(true);
            this.own = pool;
            this.executor = pool;
        }
    }

    private Thread newThread(Runnable task, String name) {
        threads.removeIf(ended -> ended.getState() == Thread.State.TERMINATED);
        Thread thread = new RunThread(task, name);
        threads.add(thread);
        return thread;
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
            future.completeExceptionally(
                    own != null && own.isShutdown()
                            ? new SandboxClosedException("nothing ran: the sandbox is closed; open another", null)
                            : new SandboxAtCapacityException(
                                    "nothing ran: too many calls wait for a thread; retry later", null));
        } catch (RuntimeException | Error e) { // an application's own executor may have started it before it failed
            future.completeExceptionally(
                    own != null
                            ? new SandboxAtCapacityException(
                                    "nothing ran: no thread could be started; retry later", null)
                            : new ProviderFailureException(
                                    "the executor failed: " + e.getClass().getName() + "; the code may have run",
                                    null,
                                    e));
        }
        return future;
    }

    /** Lets the threads end, once what was started is done, and waits a little until they are gone. */
    public void close() {
        if (own != null) {
            own.shutdown();
            if (!(Thread.currentThread() instanceof RunThread)) {
                awaitEnd();
            }
        }
    }

    /** Waits for the threads themselves: a pool says that it has terminated while its last one is still on its way out. */
    private void awaitEnd() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAVE_SECONDS);
        try {
            for (Thread thread : threads) {
                // a dependent stage of a future may hold its thread for longer; the thread is a daemon and ends with it
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread of a sandbox's own. It keeps nothing of the thread that made it alive, and does not keep the JVM alive. */
    private static final class RunThread extends Thread {
        RunThread(Runnable task, String name) {
            super(null, task, name, 0, false);
            setDaemon(true);
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
