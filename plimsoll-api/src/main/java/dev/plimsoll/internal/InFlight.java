package dev.plimsoll.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Knows the runs of a sandbox that are under way, ends overdue ones, and lets a closing sandbox wait for them.
 *
 * <p>One daemon thread, started with the first run and ended by {@link #stopWatch}, looks after deadlines that a provider
 * failed to keep.
 */
final class InFlight {
    /** How often overdue runs are looked for. The grace is seconds, so this need not be fine. */
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Set<RunControl> runs = ConcurrentHashMap.newKeySet();
    private final ReentrantLock closing = new ReentrantLock();
    private final Condition left = closing.newCondition();
    private final Thread watch;
    private volatile boolean watching;
    private volatile boolean closed;
    private volatile boolean stopped;
    private volatile boolean idle;

    InFlight(String provider) {
        // nothing of the opening thread is kept alive by it: no inheritable thread local, no context class loader
        this.watch = new Thread(null, this::watch, "plimsoll-" + provider + "-deadlines", 0, false);
        this.watch.setDaemon(true);
        this.watch.setContextClassLoader(null);
    }

    /**
     * Adds a run.
     *
     * @return null when the sandbox is closed, so that nothing may start
     */
    @Nullable RunControl enter() {
        if (closed) {
            return null;
        }
        RunControl control = new RunControl();
        runs.add(control);
        if (closed) {
            leave(control);
            return null;
        }
        if (!watching) {
            boolean started = false;
            try {
                startWatch();
                started = true;
            } finally {
                if (!started) {
                    leave(control);
                }
            }
        } else if (idle) {
            LockSupport.unpark(watch);
        }
        return control;
    }

    /** Removes a run. */
    void leave(RunControl control) {
        runs.remove(control);
        if (closed) {
            closing.lock();
            try {
                left.signalAll();
            } finally {
                closing.unlock();
            }
        }
    }

    /** Lets nothing new in. Returns whether this was the first call. */
    boolean close() {
        closing.lock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            closing.unlock();
        }
    }

    /** Interrupts every run for a reason. */
    void interruptAll(String reason) {
        runs.forEach(run -> run.interrupt(reason));
    }

    /**
     * Waits until no run is left but those of the calling thread.
     *
     * @return false when the time passed
     */
    boolean awaitEmpty(long waitNanos) throws InterruptedException {
        closing.lockInterruptibly();
        try {
            long wait = waitNanos;
            while (!runs.stream().allMatch(RunControl::isOfCurrentThread)) {
                if (wait <= 0) {
                    return false;
                }
                wait = left.awaitNanos(wait);
            }
            return true;
        } finally {
            closing.unlock();
        }
    }

    /** Ends the watch and waits until its thread is gone. */
    void stopWatch() {
        closing.lock();
        try {
            closed = true;
            stopped = true;
            if (!watching) {
                return;
            }
        } finally {
            closing.unlock();
        }
        LockSupport.unpark(watch);
        boolean interrupted = false;
        while (watch.isAlive()) {
            try {
                watch.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void startWatch() {
        closing.lock();
        try {
            if (!watching && !stopped) {
                watch.start();
                watching = true;
            }
        } finally {
            closing.unlock();
        }
    }

    private void watch() {
        while (!stopped) {
            if (runs.isEmpty()) {
                idle = true;
                if (runs.isEmpty() && !stopped) {
                    LockSupport.park(this);
                }
                idle = false;
            } else {
                LockSupport.parkNanos(this, WATCH_NANOS);
                runs.forEach(RunControl::interruptIfOverdue);
            }
        }
    }
}
