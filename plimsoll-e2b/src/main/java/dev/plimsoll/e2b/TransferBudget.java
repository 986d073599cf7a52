package dev.plimsoll.e2b;

import java.util.concurrent.atomic.AtomicLong;

/** How much of a run's output is brought here, kept or not: transfers take time, and somebody pays for them. */
final class TransferBudget {
    /** 128 and the number of SIGXFSZ, as of a process that wrote more than it may. */
    static final int EXIT_SPENT = 153;

    private final AtomicLong left;

    TransferBudget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    /** Takes bytes; returns false when they are more than there were. */
    boolean spend(long bytes) {
        return left.addAndGet(-bytes) >= 0;
    }
}
