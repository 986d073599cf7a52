package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RunCancelledException;
import dev.plimsoll.error.SandboxClosedException;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CancellationTests {
    private static final JavaScriptRequest REQUEST = JavaScriptRequest.of("1");

    private final FakeProvider fake = new FakeProvider();
    private final CountDownLatch running = new CountDownLatch(1);
    private final AtomicBoolean ended = new AtomicBoolean();

    private void blockUntilInterrupted() {
        fake.script = dispatch -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
                return null;
            } finally {
                ended.set(true);
            }
        };
    }

    @Test
    void endsARunOnAnInterruptOfItsThreadAndKeepsTheFlag() throws InterruptedException {
        blockUntilInterrupted();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        try (Sandbox sandbox = fake.open()) {
            Thread caller = new Thread(() -> {
                thrown.set(catchThrowable(() -> sandbox.runJavaScript(REQUEST)));
                flag.set(Thread.currentThread().isInterrupted());
            });
            caller.start();
            running.await();
            caller.interrupt();
            caller.join();
        }
        assertThat(thrown.get()).isInstanceOf(RunCancelledException.class);
        assertThat(flag).isTrue();
        assertThat(ended).isTrue();
    }

    @Test
    void runsNothingOnAThreadThatIsInterruptedAlready() {
        try (Sandbox sandbox = fake.open()) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(NotDispatchedException.class).isThrownBy(() -> sandbox.runJavaScript(REQUEST));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(fake.runs).hasValue(0);
        }
    }

    @Test
    void endsAnAsynchronousRunWhenItsFutureIsCancelled() throws InterruptedException {
        blockUntilInterrupted();
        try (Sandbox sandbox = fake.builder().concurrency(1).open()) {
            CompletableFuture<JavaScriptResult> future = sandbox.runJavaScriptAsync(REQUEST);
            running.await();
            assertThat(future.cancel(true)).isTrue();
            assertThat(future).isCancelled();
            await().untilTrue(ended);
            fake.script = FakeProvider::printsAnswer;
            assertThat(sandbox.runJavaScriptAsync(REQUEST).join().exitCode()).isZero();
        }
    }

    @Test
    void neverStartsAnAsynchronousRunThatWasCancelledWhileItWaited() throws InterruptedException {
        blockUntilInterrupted();
        try (Sandbox sandbox = fake.builder().concurrency(1).open()) {
            CompletableFuture<JavaScriptResult> first = sandbox.runJavaScriptAsync(REQUEST);
            running.await();
            CompletableFuture<JavaScriptResult> second = sandbox.runJavaScriptAsync(REQUEST);
            second.cancel(true);
            first.cancel(true);
            await().untilTrue(ended);
            fake.script = FakeProvider::printsAnswer;
            sandbox.runJavaScriptAsync(REQUEST).join();
            assertThat(fake.runs).hasValue(2);
        }
    }

    @Test
    void completesAFutureWithTheExceptionThatTheCallWouldThrow() {
        fake.script = dispatch -> {
            throw new IllegalStateException("boom");
        };
        try (Sandbox sandbox = fake.open()) {
            assertThat(sandbox.runJavaScriptAsync(REQUEST))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(ProviderFailureException.class);
        }
    }

    @Test
    void saysThatItMayHaveRunWhenTheApplicationsExecutorFails() {
        try (Sandbox sandbox = fake.builder()
                .asyncExecutor(task -> {
                    throw new IllegalStateException("no");
                })
                .open()) {
            assertThat(sandbox.runJavaScriptAsync(REQUEST))
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(ProviderFailureException.class);
        }
    }

    @Test
    void usesAnExecutorOfTheApplicationsAndLeavesItAlone() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            blockUntilInterrupted();
            try (Sandbox sandbox = fake.builder().asyncExecutor(executor).open()) {
                CompletableFuture<JavaScriptResult> future = sandbox.runJavaScriptAsync(REQUEST);
                running.await();
                future.cancel(true);
                assertThat(executor.submit(() -> Thread.currentThread().isInterrupted())
                                .get())
                        .as("the interrupt stays with the run")
                        .isFalse();
            }
            assertThat(executor.isShutdown()).isFalse();
            Future<String> later = executor.submit(() -> "alive");
            assertThat(later.get()).isEqualTo("alive");
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void waitsForARunWhenItCloses() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        fake.script = dispatch -> {
            running.countDown();
            go.await();
            return FakeProvider.printsAnswer(dispatch);
        };
        Sandbox sandbox = fake.open();
        CompletableFuture<JavaScriptResult> future = sandbox.runJavaScriptAsync(REQUEST);
        running.await();
        Thread closer = new Thread(sandbox::close);
        closer.start();
        await().until(() -> catchThrowable(() -> sandbox.runJavaScript(REQUEST)) instanceof SandboxClosedException);
        assertThat(fake.closes).hasValue(0);
        go.countDown();
        assertThat(future.join().exitCode()).isZero();
        closer.join();
        assertThat(fake.closes).hasValue(1);
    }

    @Test
    void endsARunThatDoesNotEndByItselfWhenItCloses() throws InterruptedException {
        blockUntilInterrupted();
        Sandbox sandbox = fake.open();
        CompletableFuture<JavaScriptResult> future = sandbox.runJavaScriptAsync(REQUEST);
        running.await();
        sandbox.close(Duration.ZERO);
        assertThat(ended).isTrue();
        assertThat(fake.closes).hasValue(1);
        assertThat(future)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RunCancelledException.class);
    }

    @Test
    void closesOnceAndRefusesFromThenOn() {
        Sandbox sandbox = fake.open();
        sandbox.close();
        sandbox.close();
        assertThat(fake.closes).hasValue(1);
        assertThatExceptionOfType(SandboxClosedException.class).isThrownBy(() -> sandbox.runJavaScript(REQUEST));
        assertThat(sandbox.runJavaScriptAsync(REQUEST))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(SandboxClosedException.class);
        assertThatExceptionOfType(SandboxClosedException.class).isThrownBy(() -> sandbox.openSession("python"));
        assertThat(fake.runs).hasValue(0);
    }

    /** What is under way on the closing thread itself cannot be waited for. */
    @Test
    @Timeout(60)
    void closesFromInsideARunOrAListenerWithoutWaitingForItself() {
        AtomicReference<Sandbox> open = new AtomicReference<>();
        fake.script = dispatch -> {
            open.get().close();
            return FakeProvider.printsAnswer(dispatch);
        };
        open.set(fake.open());
        assertThat(open.get().runJavaScript(REQUEST).exitCode()).isZero();
        assertThat(fake.closes).hasValue(1);

        fake.script = FakeProvider::printsAnswer;
        open.set(fake.builder().listener(event -> open.get().close()).open());
        assertThat(open.get().runJavaScriptAsync(REQUEST).join().exitCode()).isZero();
        assertThat(fake.closes).hasValue(2);
        assertThatExceptionOfType(SandboxClosedException.class)
                .isThrownBy(() -> open.get().runJavaScript(REQUEST));
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void saysSoWhenTheProviderFailsToClose() {
        fake.failsToClose = () -> new IllegalStateException("stuck");
        Sandbox sandbox = fake.open();
        sandbox.runJavaScript(REQUEST);
        assertThatExceptionOfType(PlimsollException.class)
                .isThrownBy(sandbox::close)
                .withMessageContaining("may have left something");
        assertThat(ownThreads()).isEmpty();
    }

    @Test
    void leavesNoThreadBehind() {
        try (Sandbox sandbox = fake.open()) {
            sandbox.runJavaScriptAsync(REQUEST).join();
            assertThat(ownThreads()).isNotEmpty();
        }
        assertThat(ownThreads()).isEmpty();
    }

    private static Set<String> ownThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("plimsoll-fake-"))
                .collect(Collectors.toSet());
    }
}
