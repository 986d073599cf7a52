package dev.plimsoll.internal;

import dev.plimsoll.spi.Deadline;
import org.jspecify.annotations.Nullable;

/**
 * Lets others end a run by interrupting its thread, and only while it is that run's: an interrupt of ours never reaches
 * what the thread does next.
 */
final class RunControl {
    private final Thread thread = Thread.currentThread();
    private @Nullable Deadline deadline;
    private long graceNanos;
    private @Nullable String interruptedFor;
    private boolean overdue;
    private boolean done;

    /** Says that the backend has the run now. */
    synchronized void dispatched(Deadline newDeadline, long newGraceNanos) {
        this.deadline = newDeadline;
        this.graceNanos = newGraceNanos;
    }

    /** Interrupts the run for a reason, unless it is over or was interrupted before. */
    synchronized void interrupt(String reason) {
        if (!done && interruptedFor == null) {
            interruptedFor = reason;
            thread.interrupt();
        }
    }

    /** Interrupts the run if its backend is still busy with it beyond the deadline and the grace. */
    synchronized void interruptIfOverdue() {
        Deadline given = deadline;
        if (given != null && given.remainingNanos() < -graceNanos) {
            overdue |= !done && interruptedFor == null;
            interrupt("the provider did not return within the deadline and its grace");
        }
    }

    /**
     * Ends the control. Called on the run's thread, and clears an interrupt that came from here.
     *
     * @return why the run was interrupted from here; null when it was not
     */
    synchronized @Nullable String finish() {
        if (!done) {
            done = true;
            if (interruptedFor != null) {
                boolean unused = Thread.interrupted();
            }
        }
        return interruptedFor;
    }

    /** Tells whether the run was interrupted, from here or by whoever else has its thread. Called on the run's thread. */
    synchronized boolean wasInterrupted() {
        return interruptedFor != null || thread.isInterrupted();
    }

    /** Tells whether the reason for the interrupt was an overdue provider. */
    synchronized boolean wasOverdue() {
        return overdue;
    }

    boolean isOfCurrentThread() {
        return thread == Thread.currentThread();
    }
}
