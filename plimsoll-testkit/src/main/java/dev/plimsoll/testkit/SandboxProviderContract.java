package dev.plimsoll.testkit;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * The contract that every provider is held to. Extend it, say how the provider is made, which tier it states and what it
 * can do, and run it with JUnit; each test opens sandboxes of its own and closes them.
 *
 * <pre>{@code
 * class MyProviderContractTests extends SandboxProviderContract {
 *     @Override
 *     protected SandboxProvider provider() {
 *         return new MyProvider();
 *     }
 *
 *     @Override
 *     protected Isolation isolation() {
 *         return Isolation.CONTAINER;
 *     }
 * }
 * }</pre>
 *
 * <p>Capabilities that the provider lacks are declared by leaving them out of {@link #capabilities()}; the contract then
 * holds it to refuse such runs before its backend sees them. A provider that runs no JavaScript snippets, in a language
 * of its choice, cannot be tested with this class.
 *
 * <p>What it does not prove is the wall itself: that is for the provider's smoke test and its own tests.
 *
 * @since 0.1
 */
public abstract class SandboxProviderContract extends ResultContract {
    /** For subclasses. */
    protected SandboxProviderContract() {}

    /** A guest that never ends is ended at its deadline: a result with 124, and the sandbox goes on. */
    @Test
    public final void aDeadlineEndsAnEndlessLoop() {
        Sandbox sandbox = open();
        JavaScriptRequest endless =
                JavaScriptRequest.builder(guest().loopForever()).timeout(SHORT).build();
        JavaScriptResult result = sandbox.runJavaScript(endless);
        assertThat(result).timedOut().exitedWith(124).hasValidReceiptFor(endless);
        assertThat(result.memoryExceeded()).as("memoryExceeded").isFalse();
        assertThat(sandbox.runJavaScript(request(guest().print("after")).build()))
                .hasStdout("after");
    }

    /** An interrupt of the calling thread ends the run, and the thread keeps its interrupt flag. */
    @Test
    public final void anInterruptEndsARun() throws InterruptedException {
        ObservedProvider observed = observed(null, null);
        Sandbox sandbox = open(observed, builder -> {});
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        Thread caller = new Thread(
                () -> {
                    thrown.set(catchThrowable(() ->
                            sandbox.runJavaScript(request(guest().loopForever()).build())));
                    flag.set(Thread.currentThread().isInterrupted());
                },
                "contract-caller");
        caller.setDaemon(true);
        caller.start();
        awaitRunning(observed, 1);
        caller.interrupt();
        caller.join(Eventually.PATIENCE.toMillis());
        assertThat(caller.isAlive())
                .as("the caller still waits after its interrupt")
                .isFalse();
        assertThat(thrown.get()).isInstanceOf(RunCancelledException.class);
        assertThat(flag).as("the interrupt flag").isTrue();
    }

    /** Cancelling the future ends the run behind it. */
    @Test
    public final void cancellingTheFutureEndsTheRun() {
        ObservedProvider observed = observed(null, null);
        Sandbox sandbox = open(observed, builder -> {});
        CompletableFuture<JavaScriptResult> future =
                sandbox.runJavaScriptAsync(request(guest().loopForever()).build());
        awaitRunning(observed, 1);
        assertThat(future.cancel(true)).isTrue();
        awaitRunning(observed, 0);
    }

    /** Runs side by side do not mix their output. */
    @Test
    public final void concurrentRunsDoNotMix() {
        Sandbox sandbox = open();
        List<CompletableFuture<JavaScriptResult>> futures = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            futures.add(sandbox.runJavaScriptAsync(
                    request(guest().print("run " + i)).build()));
        }
        for (int i = 0; i < futures.size(); i++) {
            assertThat(futures.get(i).join()).exitedWith(0).hasStdout("run " + i);
        }
    }

    /** Closing ends a run that is under way, and the run's caller learns it. */
    @Test
    public final void closingEndsARun() {
        ObservedProvider observed = observed(null, null);
        Sandbox sandbox = open(observed, builder -> {});
        CompletableFuture<JavaScriptResult> future =
                sandbox.runJavaScriptAsync(request(guest().loopForever()).build());
        awaitRunning(observed, 1);
        sandbox.close(Duration.ZERO);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(future::join)
                .withCauseInstanceOf(RunCancelledException.class);
        awaitRunning(observed, 0);
    }

    /** A sandbox may be closed twice, and runs nothing afterwards. */
    @Test
    public final void aClosedSandboxRunsNothing() {
        ObservedProvider observed = observed(null, null);
        Sandbox sandbox = open(observed, builder -> {});
        sandbox.close();
        sandbox.close();
        assertThatExceptionOfType(SandboxClosedException.class)
                .isThrownBy(
                        () -> sandbox.runJavaScript(request(guest().print("x")).build()));
        assertThat(observed.calls).hasValue(0);
    }

    /** No thread is left when the sandbox is closed, whatever the runs did. */
    @Test
    public final void noThreadIsLeft() {
        open().close(); // what the platform and the provider's classes start once and keep is there now
        Set<Thread> before = ContractThreads.alive();
        try (Sandbox sandbox = open()) {
            assertThat(sandbox.runJavaScript(request(guest().print("x")).build()))
                    .exitedWith(0);
            assertThat(sandbox.runJavaScript(JavaScriptRequest.builder(guest().loopForever())
                            .timeout(SHORT)
                            .build()))
                    .timedOut();
        }
        Eventually.await(() -> left(before).isEmpty(), () -> "threads are left, and did not end: " + left(before));
    }

    private Set<Thread> left(Set<Thread> before) {
        Set<Thread> left = new HashSet<>(ContractThreads.alive());
        left.removeAll(before);
        left.removeIf(thread -> !thread.isAlive() || ContractThreads.isOfThePlatform(thread) || isForeign(thread));
        return left;
    }

    private static void awaitRunning(ObservedProvider observed, int runs) {
        Eventually.await(
                () -> observed.running.get() == runs,
                () -> "expected " + runs + " runs under way, there are " + observed.running.get() + "; none changed");
    }
}
