package dev.plimsoll.wasm;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.RunLimits;
import dev.plimsoll.wasm.internal.engine.EngineTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs over the engine's hot paths on throw-away engines, in the background, so that the JVM has compiled them
 * before an application's code comes. Bounded in time; never delays a run but by the processor it shares.
 */
final class Training implements AutoCloseable {
    /** The JVM has compiled what matters by then; measured with the benchmarks' first-run figures. */
    private static final Duration BUDGET = Duration.ofMillis(1_500);

    /** Of that for what most programs do; measured likewise. */
    private static final Duration CORE = Duration.ofSeconds(1);

    /** For the run that an application may do as soon as its sandbox is open: it has both of two processors for itself. */
    private static final Duration HEAD_START = Duration.ofMillis(50);

    private static final int MEMORY_BYTES = 16 << 20;

    private final EngineTemplate engine;
    private final Evidence evidence;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable GuestRun running;
    private @Nullable Thread thread;

    Training(EngineTemplate engine, Evidence evidence) {
        this.engine = engine;
        this.evidence = evidence;
    }

    /** Starts the training. Called at most once. */
    void start() {
        Thread trainer = new Thread(null, this::train, "plimsoll-wasm-training", EngineTemplate.STACK_BYTES, false);
        trainer.setDaemon(true);
        thread = trainer;
        trainer.start();
    }

    private void train() {
        if (isClosing(HEAD_START)) {
            return;
        }
        Deadline deadline = Deadline.after(BUDGET);
        Deadline endOfCore = Deadline.after(CORE);
        String core = source("training.js");
        String more = source("training-more.js");
        while (!isClosing(Duration.ZERO) && !deadline.isExpired()) {
            try (GuestRun run = newRun(endOfCore.isExpired() ? more : core, deadline)) {
                running = run;
                if (isClosing(Duration.ZERO)) {
                    return;
                }
                run.call();
            } catch (NoRoomException e) {
                // the application needs the heap more than a training does
                return;
            }
        }
    }

    private boolean isClosing(Duration wait) {
        try {
            return closing.await(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // nobody but this class knows the thread; treat it as a wish to stop
            return true;
        }
    }

    private GuestRun newRun(String code, Deadline deadline) {
        return new GuestRun(
                new Dispatch<>(
                        JavaScriptRequest.of(code),
                        new RequestId(0, 0),
                        deadline,
                        new RunLimits(MEMORY_BYTES, 0, 0, 1),
                        null),
                engine,
                evidence);
    }

    private static String source(String name) {
        try (InputStream in = Training.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in this build of plimsoll-wasm");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the training and waits until its thread is gone. */
    @Override
    public void close() {
        closing.countDown();
        GuestRun run = running;
        if (run != null) {
            run.stop();
        }
        Thread trainer = thread;
        boolean interrupted = false;
        while (trainer != null && trainer.isAlive()) {
            try {
                trainer.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
