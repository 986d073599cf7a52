package dev.plimsoll.wasm;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Deadline;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.HostApi;
import dev.plimsoll.spi.OutputSink;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.wasm.internal.engine.EngineHost;
import dev.plimsoll.wasm.internal.engine.EngineInstance;
import dev.plimsoll.wasm.internal.engine.EngineStatus;
import dev.plimsoll.wasm.internal.engine.EngineTemplate;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run: a fresh engine, its event loop, and what the guest asks of the host. {@link #call()} and then {@link #close()}
 * are for the guest's thread; the other methods are for any.
 */
final class GuestRun implements EngineHost, AutoCloseable {
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int LAST_VALUE = 3;
    /** As much of a last value as of code; what is beyond is cut off, since it is for people and models to read. */
    private static final int MAX_LAST_VALUE_BYTES = 64 << 10;
    /** 128 and the number of SIGABRT, as of a process that gave up on itself. */
    private static final int EXIT_ABORTED = 134;
    /** Bytes that a run takes at once from the generator that it has in common with the application. */
    private static final int MOST_SHARED_RANDOM = 1 << 10;
    /** How long beyond the deadline a guest may take to notice it by itself before it is stopped from outside. */
    private static final long STOP_MARGIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Dispatch<JavaScriptRequest> dispatch;
    private final EngineTemplate engine;
    private final Evidence evidence;
    private final Deadline deadline;
    private final GuestClock clock;
    private final Random random;
    /** For much at once: the JVM's usual generator has one lock, for which the whole application would wait. */
    private @Nullable Random bulkRandom;

    private final @Nullable HostCalls hostCalls;
    private final ByteArrayOutputStream lastValue = new ByteArrayOutputStream(0);
    private volatile boolean stopped;
    private volatile @Nullable EngineInstance running;

    GuestRun(Dispatch<JavaScriptRequest> dispatch, EngineTemplate engine, Evidence evidence) {
        this.dispatch = dispatch;
        this.engine = engine;
        this.evidence = evidence;
        this.deadline = dispatch.deadline();
        Determinism determinism = dispatch.request().determinism().orElse(null);
        this.clock = new GuestClock(determinism);
        // java.util.Random's sequence is part of its specification: the same on every Java version
        this.random = determinism != null ? new Random(determinism.seed()) : new SecureRandom();
        this.hostCalls = dispatch.hostApi().map(HostCalls::new).orElse(null);
    }

    /** Returns how long the guest may still take before {@link #stop()} is due. */
    long nanosToStop() {
        return stopped ? STOP_MARGIN_NANOS : deadline.remainingNanos() + STOP_MARGIN_NANOS;
    }

    /** Makes the guest's thread leave, wherever it is. */
    void stop() {
        stopped = true;
        EngineInstance instance = running;
        if (instance != null) {
            instance.stop();
        }
        if (hostCalls != null) {
            hostCalls.wake();
        }
        synchronized (this) {
            notifyAll();
        }
    }

    /** Runs the guest to its end. Its memory is kept until {@link #close()}. */
    ProgramOutcome call() {
        EngineInstance instance = newInstance();
        running = instance;
        if (stopped) {
            instance.stop();
        }
        int status = instance.eval(
                dispatch.request().code().utf8().toByteArray(),
                clientScript(),
                dispatch.request().captureLastValue());
        while (status == EngineStatus.GO_ON) {
            int next = turn(instance);
            status = next == IDLE ? instance.finish() : next;
        }
        return outcome(status, instance);
    }

    /** Gives the memory back. Apart from the run, since making it clean takes longer than a small run does. */
    @Override
    public void close() {
        EngineInstance instance = running;
        if (instance != null) {
            running = null;
            instance.close();
        }
    }

    private static final int IDLE = -1;

    /** Does the next thing the guest waits for; waits for it if need be. */
    private int turn(EngineInstance instance) {
        if (isOver()) {
            return EngineStatus.INTERRUPTED;
        }
        HostCalls calls = hostCalls;
        HostCalls.Reply reply = calls == null ? null : calls.poll();
        if (reply != null) {
            return instance.hostReply(reply.id(), reply.text().toByteArray(), reply.failed());
        }
        double millis = instance.nextTimer();
        boolean callsPending = calls != null && calls.arePending();
        if (millis < 0 && !callsPending) {
            return IDLE;
        }
        if (millis == 0) {
            return instance.runTimers();
        }
        long nanos = millis < 0 ? Long.MAX_VALUE : nanos(millis);
        if (clock.isFixed() && !callsPending) {
            clock.advance(nanos);
        } else {
            await(Math.min(nanos, Math.max(1, deadline.remainingNanos())));
        }
        return EngineStatus.GO_ON;
    }

    private static long nanos(double millis) {
        return (long) Math.ceil(Math.min(millis, 1e12) * 1e6);
    }

    private void await(long nanos) {
        try {
            if (hostCalls != null) {
                hostCalls.await(nanos);
            } else {
                synchronized (this) {
                    if (!stopped) {
                        TimeUnit.NANOSECONDS.timedWait(this, nanos);
                    }
                }
            }
        } catch (InterruptedException e) {
            // nobody but this package knows the thread; treat it as a wish to stop
            stopped = true;
        }
    }

    private EngineInstance newInstance() {
        try {
            return engine.newInstance(this, dispatch.limits().memoryBytes());
        } catch (OutOfMemoryError e) {
            throw new NoRoomException(e);
        }
    }

    private byte @Nullable [] clientScript() {
        return dispatch.hostApi()
                .map(HostApi::clientScript)
                .map(script -> "(function (hostCall, define) {\n" + script + "\n})")
                .map(script -> script.getBytes(StandardCharsets.UTF_8))
                .orElse(null);
    }

    private ProgramOutcome outcome(int status, EngineInstance instance) {
        return switch (status) {
            case EngineStatus.ENDED -> new ProgramOutcome(instance.exitCode(), false, false, lastValueText(), evidence);
            case EngineStatus.OUT_OF_MEMORY -> ProgramOutcome.memoryExceeded(evidence);
            case EngineStatus.INTERRUPTED -> ProgramOutcome.timedOut(evidence);
            default -> aborted(instance.trapReason());
        };
    }

    private ProgramOutcome aborted(String reason) {
        dispatch.stderr()
                .write(Bytes.utf8("plimsoll: the engine gave up on this code: " + reason + "\n")
                        .toByteArray());
        return ProgramOutcome.exited(EXIT_ABORTED, evidence);
    }

    private Optional<String> lastValueText() {
        return lastValue.size() == 0 ? Optional.empty() : Optional.of(lastValue.toString(StandardCharsets.UTF_8));
    }

    // ---- what the engine asks of its host

    @Override
    public void write(int stream, byte[] source, int offset, int length) {
        if (stream == STDOUT || stream == STDERR) {
            OutputSink sink = stream == STDOUT ? dispatch.stdout() : dispatch.stderr();
            sink.write(source, offset, length);
        } else if (stream == LAST_VALUE) {
            lastValue.write(source, offset, Math.min(length, MAX_LAST_VALUE_BYTES - lastValue.size()));
        }
    }

    @Override
    public boolean isOver() {
        return stopped || deadline.isExpired();
    }

    @Override
    public long wallClock() {
        return clock.sinceEpoch();
    }

    @Override
    public long runClock() {
        return clock.sinceStart();
    }

    @Override
    public void random(byte[] target, int offset, int length) {
        byte[] bytes = new byte[length];
        (length > MOST_SHARED_RANDOM ? bulkRandom() : random).nextBytes(bytes);
        System.arraycopy(bytes, 0, target, offset, length);
    }

    private Random bulkRandom() {
        Random own = bulkRandom;
        if (own == null) {
            try {
                own = random instanceof SecureRandom ? SecureRandom.getInstance("DRBG") : random;
            } catch (NoSuchAlgorithmException e) { // java.base has had it since Java 9
                throw new IllegalStateException(e);
            }
            bulkRandom = own;
        }
        return own;
    }

    @Override
    public boolean call(int id, byte[] envelope) {
        return hostCalls != null && hostCalls.take(id, envelope);
    }
}
