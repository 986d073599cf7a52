package dev.plimsoll.wasm;

import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.wasm.internal.engine.EngineTemplate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that guest code runs on. Their stack is known, whatever the caller's is: deep guest recursion meets the
 * engine's own limit first.
 *
 * <p>A thread serves one run at a time and ends after a few idle seconds, or when the backend is closed. There are never
 * more than two for each run that the sandbox lets happen at once: one that runs it, one that still cleans up after the
 * run before.
 */
final class GuestThreads implements AutoCloseable {
    private static final long IDLE_SECONDS = 3;
    /** How long to wait for a thread's return before looking whether it has ended instead. */
    private static final long RETURN_MILLIS = 20;

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final SynchronousQueue<Runnable> handOver = new SynchronousQueue<>();
    private final ThreadPoolExecutor pool;

    GuestThreads(int concurrency) {
        this.pool =
                new ThreadPoolExecutor(0, 2 * concurrency, IDLE_SECONDS, TimeUnit.SECONDS, handOver, this::newThread);
    }

    private Thread newThread(Runnable task) {
        threads.removeIf(ended -> ended.getState() == Thread.State.TERMINATED);
        Thread thread = new Thread(
                null, task, "plimsoll-wasm-guest-" + NUMBER.incrementAndGet(), EngineTemplate.STACK_BYTES, false);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }

    /**
     * Runs a guest and waits until its thread has left it, also when the caller is interrupted meanwhile.
     *
     * @throws InterruptedException if the caller was interrupted; the guest is gone then
     * @throws NotStartedException if no thread took it, also when that is because the caller was interrupted, whose flag is
     *     set again then
     */
    ProgramOutcome run(GuestRun run) throws InterruptedException, NotStartedException {
        FutureTask<ProgramOutcome> task = new FutureTask<>(run::call);
        start(() -> {
            try (run) {
                task.run(); // the caller goes on from here, and does not wait for what comes after
            }
        });
        boolean interrupted = false;
        while (!task.isDone()) {
            try {
                task.get(Math.max(1, run.nanosToStop()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // the guest is inside something that does not ask for the time by itself
                run.stop();
            } catch (InterruptedException e) {
                interrupted = true;
                run.stop();
            } catch (ExecutionException e) {
                break; // done: told below, unless the interrupt is what the caller has to know
            }
        }
        if (interrupted) {
            throw new InterruptedException();
        }
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        }
    }

    /** Where every thread seems busy, some have their results out already and come back for the next in a moment. */
    private void start(Runnable task) throws NotStartedException {
        try {
            do {
                try {
                    pool.execute(task);
                    return;
                } catch (RejectedExecutionException e) {
                    if (pool.isShutdown()) {
                        throw new NotStartedException("the provider is closed", e);
                    }
                } catch (OutOfMemoryError e) { // what the JVM throws where the system has no thread left, too
                    throw new NotStartedException("there is no room for another thread", e);
                }
            } while (!handOver.offer(task, RETURN_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotStartedException("the thread was interrupted before the code was started", e);
        }
    }

    private static RuntimeException failure(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException unchecked) {
            return unchecked;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("the guest's thread failed", cause);
    }

    /** Waits for the threads themselves: a pool says that it has terminated while its last one is still on its way out. */
    @Override
    public void close() {
        pool.shutdown();
        boolean interrupted = false;
        for (Thread thread : threads) {
            // a guest's call to the host may close the sandbox; its thread ends when it has returned
            while (thread.isAlive() && !thread.equals(Thread.currentThread())) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
