package dev.plimsoll.wasm.internal.engine;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Arrays that are the heap image already, for the next runs.
 *
 * <p>An array that held a guest's data becomes the image again before it comes back here, byte for byte; one that grew
 * large is left to the garbage collector. Thread-safe, without a lock.
 */
final class MemoryPool {
    /** Room for a small guest to grow without a copy of its memory. */
    private static final int SPARE_PAGES = 8;

    private final EngineImage image;
    private final int capacity;
    private final int arrayLength;
    private final ConcurrentLinkedQueue<byte[]> ready = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /**
     * @param capacity how many arrays are kept at most
     */
    MemoryPool(EngineImage image, int capacity) {
        this.image = image;
        this.capacity = capacity;
        this.arrayLength = (image.pages() + SPARE_PAGES) * EngineMemory.PAGE;
    }

    /** An array that begins with the image and is zero behind it. */
    byte[] take() {
        byte @Nullable [] array = ready.poll();
        if (array != null) {
            count.decrementAndGet();
            return array;
        }
        byte[] fresh = new byte[arrayLength];
        image.copyTo(fresh);
        return fresh;
    }

    /**
     * Takes an array back.
     *
     * @param usedPages how far the guest's memory reached
     */
    void giveBack(byte[] array, int usedPages) {
        if (array.length != arrayLength) {
            return;
        }
        if (count.incrementAndGet() > capacity) {
            count.decrementAndGet();
            return;
        }
        image.restore(array, arrayLength / EngineMemory.PAGE);
        ready.add(array);
    }
}
