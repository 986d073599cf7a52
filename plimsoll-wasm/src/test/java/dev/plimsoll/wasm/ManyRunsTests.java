package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What runs leave behind, seen over so many of them that even a little would show. */
class ManyRunsTests {
    private static final int RUNS = 10_000;
    private static final int FIRST_RUNS = 500;
    /** Two hundred bytes a run. */
    private static final long GROWTH = 2 << 20;

    /** One that runs, one that cleans up after the run before. */
    private static final int MOST_GUEST_THREADS = 2;

    private static final List<String> CODES = List.of(
            "console.log(6*7)",
            "throw new Error('no')",
            "globalThis.kept=new Uint8Array(1<<16).fill(7);setTimeout(()=>{},1e9).unref()",
            "(function f(){f()})",
            "await new Promise(r=>queueMicrotask(r));process.exit(3)",
            "await new Promise(()=>{})");

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void leaveHeapAndThreadsAsTheyWere() {
        try (Sandbox sandbox = Sandbox.builder()
                .provider("wasm")
                .option("warmUp", "false")
                .concurrency(1)
                .open()) {
            run(sandbox, FIRST_RUNS);
            List<String> threads = threadsBesideTheGuests();
            long heap = liveHeap();
            run(sandbox, RUNS);
            assertThat(threadsBesideTheGuests()).isEqualTo(threads);
            assertThat(threads().filter(ManyRunsTests::isGuests).count()).isLessThanOrEqualTo(MOST_GUEST_THREADS);
            // a collector may need more than one go for what finalizers and references held
            Awaitility.await()
                    .pollInSameThread()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(liveHeap() - heap).isLessThan(GROWTH));
        }
    }

    private static void run(Sandbox sandbox, int times) {
        for (int i = 0; i < times; i++) {
            String code = CODES.get(i % CODES.size());
            assertThat(sandbox.runJavaScript(code).exitCode()).as(code).isIn(0, 1, 3, 13);
        }
    }

    /** The names of all others, in order. */
    private static List<String> threadsBesideTheGuests() {
        return threads().filter(name -> !isGuests(name)).sorted().toList();
    }

    private static Stream<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName);
    }

    private static boolean isGuests(String threadName) {
        return threadName.startsWith("plimsoll-wasm-guest-");
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
