package dev.plimsoll.wasm.internal.engine;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One run of the engine, in a memory that no other run has.
 *
 * <p>Every method but {@link #stop()} belongs to the guest's thread, which needs a stack of at least
 * {@link EngineTemplate#STACK_BYTES}. Nothing that a guest does makes one of them throw: whatever goes wrong inside is a
 * status, see {@link EngineStatus}, and after any other than {@code GO_ON} no guest code runs any more.
 */
public final class EngineInstance implements AutoCloseable {
    private static final int FLAG_HAS_HOST = 1;
    private static final int FLAG_LAST_VALUE = 2;

    private final EngineCode code;
    private final EngineMemory memory;
    private final MemoryPool pool;
    private int status = EngineStatus.GO_ON;
    private String trapReason = "";
    private boolean closed;

    EngineInstance(EngineCode code, EngineMemory memory, MemoryPool pool) {
        this.code = code;
        this.memory = memory;
        this.pool = pool;
    }

    /**
     * Starts the guest's source and runs it until it waits for something.
     *
     * @param source UTF-8
     * @param clientScript the expression of the host's client script, UTF-8; null: the guest has no host to call
     * @param lastValue whether the value of a script's last statement is written, to stream 3
     */
    public int eval(byte[] source, byte @Nullable [] clientScript, boolean lastValue) {
        int flags = (clientScript == null ? 0 : FLAG_HAS_HOST) | (lastValue ? FLAG_LAST_VALUE : 0);
        enter(engine -> engine.begin(flags, memory));
        if (clientScript != null) {
            enter(engine -> engine.client(place(clientScript), clientScript.length, memory));
        }
        return enter(engine -> engine.eval(place(source), source.length, memory));
    }

    /** Milliseconds until the next timer is due, 0 or less than that when it is; negative: there is none. */
    public double nextTimer() {
        double[] millis = {-1};
        enter(engine -> {
            millis[0] = engine.nextTimer(memory);
            return engine.status(memory);
        });
        return millis[0];
    }

    /** Runs the timers that are due. */
    public int runTimers() {
        return enter(engine -> engine.runTimers(memory));
    }

    /** Hands the reply to the call {@code id} over, UTF-8, and runs what waited for it. */
    public int hostReply(int id, byte[] text, boolean isError) {
        return enter(engine -> {
            int address = place(text);
            int after = engine.hostReply(id, address, text.length, isError ? 1 : 0, memory);
            engine.free(address, memory);
            return after;
        });
    }

    /**
     * To be called when nothing is left that the guest could wait for: asks it for more, and runs its exit handlers when there
     * is none. {@code GO_ON}: there is more.
     */
    public int finish() {
        return enter(engine -> engine.finish(memory));
    }

    /** How the run stands. */
    public int status() {
        return status;
    }

    /** What the engine did, in words of ours, once the status is {@code TRAPPED}. */
    public String trapReason() {
        return trapReason;
    }

    /** The guest's exit code, 0 to 255, once the status is {@code ENDED}. */
    public int exitCode() {
        return code.exitCode(memory);
    }

    /** Ends the guest's code soon, from any thread and at any time; its thread then finds {@code INTERRUPTED}. */
    public void stop() {
        memory.stop();
    }

    /** The memory the guest has, in bytes. */
    public long memoryBytes() {
        return (long) memory.pageCount() * EngineMemory.PAGE;
    }

    /** Gives the memory back, without a trace of the guest. Idempotent; only after the last call into the engine. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            pool.giveBack(memory.bytes(), memory.pageCount());
        }
    }

    /** The address of a copy that ends with a NUL, which the engine's parser wants. */
    private int place(byte[] text) {
        int address = code.alloc(text.length + 1, memory);
        if (address == 0) {
            throw new OutOfGuestMemory();
        }
        memory.write(address, text);
        EngineMemory.writeByte(address, (byte) 0, text.length, memory);
        return address;
    }

    /** The one way into the engine's code, and the boundary that nothing passes: what comes out is the guest's doing. */
    private int enter(ToIntFunction<EngineCode> call) {
        if (status != EngineStatus.GO_ON) {
            return status;
        }
        if (closed) {
            throw new IllegalStateException("the instance is closed");
        }
        try {
            status = call.applyAsInt(code);
        } catch (EngineStopped e) {
            status = EngineStatus.INTERRUPTED;
        } catch (OutOfGuestMemory | OutOfMemoryError e) {
            status = EngineStatus.OUT_OF_MEMORY;
        } catch (EngineTrap
                | ArithmeticException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | StackOverflowError e) {
            // what WebAssembly traps, as the JVM says it: the bounds of the memory, division by zero, a negative range
            status = memory.growthRefused() ? EngineStatus.OUT_OF_MEMORY : EngineStatus.TRAPPED;
            trapReason = reason(e);
        }
        if (status == EngineStatus.GO_ON && memory.isStopped()) {
            status = EngineStatus.INTERRUPTED;
        }
        return status;
    }

    /** Never the message of the JVM's own exception: it may tell of the host. */
    private static String reason(Throwable trap) {
        if (trap instanceof EngineTrap) {
            return String.valueOf(trap.getMessage());
        }
        if (trap instanceof StackOverflowError) {
            return "nesting deeper than the thread's stack";
        }
        return trap instanceof ArithmeticException ? "an impossible division" : "an access outside of the memory";
    }

    /** Not even the source fits. */
    private static final class OutOfGuestMemory extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OutOfGuestMemory() {
            super("out of memory", null, false, false);
        }
    }
}
