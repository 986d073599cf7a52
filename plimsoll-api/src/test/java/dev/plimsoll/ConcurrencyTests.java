package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.spi.ProgramOutcome;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ConcurrencyTests {
    private static final ProgramOutcome NOTHING = ProgramOutcome.exited(0, FakeProvider.CONTAINER);
    private static final int MAX_BYTES_PER_RUN = 2048;

    private final FakeProvider fake = new FakeProvider();

    @Test
    void servesManyThreadsAndKeepsToItsConcurrency() throws InterruptedException {
        runOn(Thread::new, 64);
    }

    @Test
    void servesManyVirtualThreads() throws Exception {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(21);
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        var unstarted = Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
        runOn(
                task -> {
                    try {
                        return (Thread) unstarted.invoke(builder, task);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                },
                200);
    }

    private void runOn(Function<Runnable, Thread> newThread, int count) throws InterruptedException {
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        fake.script = dispatch -> {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            LockSupport.parkNanos(100_000); // so that runs meet
            dispatch.stdout().write(dispatch.request().code().text().getBytes(StandardCharsets.UTF_8));
            atOnce.decrementAndGet();
            return ProgramOutcome.exited(0, FakeProvider.CONTAINER);
        };
        Map<Integer, String> outputs = new ConcurrentHashMap<>();
        try (Sandbox sandbox = fake.builder()
                .concurrency(4)
                .admissionWait(Duration.ofMinutes(1))
                .open()) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                threads.add(newThread.apply(() -> {
                    JavaScriptRequest request = JavaScriptRequest.of("run " + number);
                    JavaScriptResult result = sandbox.runJavaScript(request);
                    Receipts.check(request, result);
                    outputs.put(number, result.stdout().text());
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(outputs)
                .hasSize(count)
                .allSatisfy((n, text) -> assertThat(text).isEqualTo("run " + n));
        assertThat(most.get()).isBetween(1, 4);
    }

    @Test
    void allocatesLittleAroundARun() {
        JavaScriptRequest request = JavaScriptRequest.of("1");
        fake.script = dispatch -> NOTHING;
        try (Sandbox sandbox = fake.open()) {
            int rounds = 10_000; // also for the compiler, which does away with some of it
            for (int i = 0; i < rounds; i++) {
                sandbox.runJavaScript(request);
            }
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < rounds; i++) {
                sandbox.runJavaScript(request);
            }
            long each = (threads.getCurrentThreadAllocatedBytes() - before) / rounds;
            assertThat(each).isLessThanOrEqualTo(MAX_BYTES_PER_RUN);
        }
    }
}
