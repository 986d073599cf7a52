package dev.plimsoll.internal;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands out slots and memory, in the order of asking once anybody has to wait.
 *
 * <p>Without waiters an acquisition is one compare-and-set over a packed number, so that parallel runs share no lock. With
 * waiters every newcomer queues, and only the head of the queue takes: nobody starves, and a small run does not overtake
 * a large one for ever. A waiter announces itself before it looks at what is free, and a release looks for waiters after
 * it gave back, so that one of the two always sees the other.
 */
final class Admission {
    /** Memory is counted in KiB, so that it fits beside the slots: 2^43 KiB and 2^20 slots, with room to add. */
    private static final int MEMORY_UNIT = 1024;

    private static final int SLOT_SHIFT = 43;
    private static final long MEMORY_MASK = (1L << SLOT_SHIFT) - 1;

    private final int slots;
    private final long memoryUnits;
    private final AtomicLong used = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Condition> queue = new ArrayDeque<>();

    Admission(int slots, long memoryBytes) {
        this.slots = slots;
        this.memoryUnits = Math.min(MEMORY_MASK, memoryBytes / MEMORY_UNIT);
    }

    /** Returns how much memory there is for all. */
    long totalMemoryBytes() {
        return memoryUnits * MEMORY_UNIT;
    }

    /** Tells whether so much memory could be had if nothing else ran. */
    boolean couldEverFit(long memoryBytes) {
        return units(memoryBytes) <= memoryUnits;
    }

    /**
     * Takes a slot and memory, waiting at most as told.
     *
     * @return false when the time passed without room
     */
    boolean acquire(long memoryBytes, long waitNanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long units = units(memoryBytes);
        if (waiting.get() == 0 && tryTake(units)) {
            return true;
        }
        return waitNanos > 0 && queue(units, waitNanos);
    }

    /** Gives back what {@link #acquire} took. */
    void release(long memoryBytes) {
        used.addAndGet(-(units(memoryBytes) + (1L << SLOT_SHIFT)));
        if (waiting.get() > 0) {
            lock.lock();
            try {
                signalHead();
            } finally {
                lock.unlock();
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a condition is its own identity: it is this waiter's place
    private boolean queue(long units, long waitNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Condition turn = lock.newCondition();
            queue.addLast(turn);
            waiting.incrementAndGet();
            try {
                long left = waitNanos;
                while (queue.peekFirst() != turn || !tryTake(units)) {
                    if (left <= 0) {
                        return false;
                    }
                    left = turn.awaitNanos(left);
                }
                return true;
            } finally {
                waiting.decrementAndGet();
                queue.remove(turn);
                signalHead();
            }
        } finally {
            lock.unlock();
        }
    }

    private void signalHead() {
        Condition head = queue.peekFirst();
        if (head != null) {
            head.signal();
        }
    }

    private boolean tryTake(long units) {
        while (true) {
            long now = used.get();
            long takenSlots = now >>> SLOT_SHIFT;
            if (takenSlots >= slots || (now & MEMORY_MASK) + units > memoryUnits) {
                return false;
            }
            if (used.compareAndSet(now, now + units + (1L << SLOT_SHIFT))) {
                return true;
            }
        }
    }

    private static long units(long memoryBytes) {
        return memoryBytes / MEMORY_UNIT + (memoryBytes % MEMORY_UNIT == 0 ? 0 : 1);
    }

    /** Returns how many slots are taken; for tests. */
    int takenSlots() {
        return (int) (used.get() >>> SLOT_SHIFT);
    }
}
