package dev.plimsoll.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AdmissionTests {
    private static final long LONG = Long.MAX_VALUE / 2;
    private static final long MIB = 1 << 20;

    @Test
    void handsOutNoMoreSlotsThanThereAre() throws InterruptedException {
        Admission admission = new Admission(2, Long.MAX_VALUE);
        assertThat(admission.acquire(MIB, 0)).isTrue();
        assertThat(admission.acquire(MIB, 0)).isTrue();
        assertThat(admission.acquire(MIB, 0)).isFalse();
        assertThat(admission.acquire(MIB, 1)).isFalse();
        admission.release(MIB);
        assertThat(admission.acquire(MIB, 0)).isTrue();
        assertThat(admission.takenSlots()).isEqualTo(2);
    }

    @Test
    void handsOutNoMoreMemoryThanThereIs() throws InterruptedException {
        Admission admission = new Admission(10, 10 * MIB);
        assertThat(admission.couldEverFit(10 * MIB)).isTrue();
        assertThat(admission.couldEverFit(10 * MIB + 1)).isFalse();
        assertThat(admission.couldEverFit(Long.MAX_VALUE)).isFalse();
        assertThat(admission.acquire(6 * MIB, 0)).isTrue();
        assertThat(admission.acquire(5 * MIB, 0)).isFalse();
        assertThat(admission.acquire(4 * MIB, 0)).isTrue();
        assertThat(admission.acquire(1, 0)).isFalse();
        admission.release(6 * MIB);
        assertThat(admission.acquire(6 * MIB, 0)).isTrue();
    }

    @Test
    void servesWaitersInTheOrderInWhichTheyAskedAndLetsNobodyOvertake() throws InterruptedException {
        Admission admission = new Admission(8, 8 * MIB);
        assertThat(admission.acquire(8 * MIB, 0)).isTrue();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        // the first wants everything; the small ones behind it would fit earlier, and have to wait all the same
        long[] wants = {8 * MIB, MIB, MIB};
        for (int i = 0; i < wants.length; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    assertThat(admission.acquire(wants[number], LONG)).isTrue();
                    order.add(number);
                    admission.release(wants[number]);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            threads.add(thread);
            await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }
        assertThat(admission.acquire(1, 0)).as("a newcomer queues too").isFalse();
        admission.release(8 * MIB);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).first().isEqualTo(0);
        assertThat(order).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(admission.takenSlots()).isZero();
    }

    @Test
    void takesNothingForAWaiterThatIsInterruptedAndServesTheNext() throws InterruptedException {
        Admission admission = new Admission(1, MIB);
        assertThat(admission.acquire(MIB, 0)).isTrue();
        AtomicReference<Exception> thrown = new AtomicReference<>();
        Thread first = new Thread(() -> {
            try {
                admission.acquire(MIB, LONG);
            } catch (InterruptedException e) {
                thrown.set(e);
            }
        });
        first.start();
        await().until(() -> first.getState() == Thread.State.TIMED_WAITING);
        first.interrupt();
        first.join();
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        admission.release(MIB);
        assertThat(admission.acquire(MIB, 0)).isTrue();
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> admission.acquire(1, 0));
    }
}
