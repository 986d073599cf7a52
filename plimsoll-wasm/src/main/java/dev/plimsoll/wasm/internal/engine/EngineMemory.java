package dev.plimsoll.wasm.internal.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The linear memory of one run: all that its guest can read and write.
 *
 * <p>Generated code calls the static methods. Each access is checked against the array's length by the JVM, so that no
 * address leads anywhere else. The array may be longer than the memory is said to be, since it grows by more than asked
 * for: an access between the two does not trap, and finds nothing but zeros and what the guest put there.
 *
 * <p>Used by one thread; only {@link #stop()} may be called by others.
 */
final class EngineMemory {
    static final int PAGE = 1 << 16;

    /** More than this is copied or filled in pieces, between which the guest can be stopped: some 10 microseconds each. */
    private static final int PIECE = 1 << 16;

    /** A memory above this moves in pieces of this size when it grows: each takes less than a millisecond. */
    private static final int MOVED_AT_ONCE = 1 << 20;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);
    private static final VarHandle FLOAT = view(float[].class);
    private static final VarHandle DOUBLE = view(double[].class);

    /** The engine's shadow stack grows down from here; read and written by generated code. */
    int stackPointer;

    private byte[] bytes;
    private int pages;
    private final int pageLimit;
    private final EngineHost host;
    private boolean growthRefused;
    private volatile boolean stopped;

    /**
     * Takes an array over.
     *
     * @param pages how much of the array is memory
     * @param pageLimit how far it may grow
     */
    EngineMemory(byte[] bytes, int pages, int pageLimit, int stackPointer, EngineHost host) {
        this.bytes = bytes;
        this.pages = pages;
        this.pageLimit = pageLimit;
        this.stackPointer = stackPointer;
        this.host = host;
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN)
                .withInvokeExactBehavior();
    }

    byte[] bytes() {
        return bytes;
    }

    int pageCount() {
        return pages;
    }

    /** Whether the guest asked for more memory than it may have. */
    boolean growthRefused() {
        return growthRefused;
    }

    /** Makes the guest's thread leave the engine's code at the next turn of a loop. */
    void stop() {
        stopped = true;
    }

    boolean isStopped() {
        return stopped;
    }

    void write(int address, byte[] source) {
        System.arraycopy(source, 0, bytes, address, source.length);
    }

    // ---- called by generated code

    static void poll(EngineMemory memory) {
        if (memory.stopped) {
            throw new EngineStopped();
        }
    }

    static int pages(EngineMemory memory) {
        return memory.pages;
    }

    /** Adds pages, and gives the number before; -1: not that many. */
    static int grow(int delta, EngineMemory memory) {
        return memory.grow(delta);
    }

    private int grow(int delta) {
        int before = pages;
        if (delta < 0 || delta > pageLimit - before) {
            growthRefused = true;
            return -1;
        }
        int wanted = (before + delta) * PAGE;
        if (wanted > bytes.length) {
            leaveIfOver(); // making room would take a while
            // by half as much again, so that a memory that grows page by page is not copied at each
            long room = Math.min((long) pageLimit * PAGE, Math.max(wanted, bytes.length + (bytes.length >>> 1)));
            try {
                bytes = movedTo(new byte[(int) room]);
            } catch (OutOfMemoryError e) {
                // the application's heap is smaller than the run's limit: to the guest that is the same
                growthRefused = true;
                return -1;
            }
        }
        pages = before + delta;
        return before;
    }

    /** Hundreds of MiB take long enough that the deadline may come on the way; what was there before is whole then. */
    private byte[] movedTo(byte[] larger) {
        for (int done = 0; done < bytes.length; done += MOVED_AT_ONCE) {
            if (done > 0) {
                leaveIfOver();
            }
            System.arraycopy(bytes, done, larger, done, Math.min(MOVED_AT_ONCE, bytes.length - done));
        }
        return larger;
    }

    private void leaveIfOver() {
        if (stopped || host.isOver()) {
            throw new EngineStopped();
        }
    }

    static void copy(int target, int source, int length, EngineMemory memory) {
        if (length > PIECE) {
            memory.copyInPieces(target, source, length);
        } else {
            System.arraycopy(memory.bytes, source, memory.bytes, target, length);
        }
    }

    /** From the end that the copy itself does not overwrite before it is read. */
    private void copyInPieces(int target, int source, int length) {
        boolean isBackward = target > source;
        for (int done = 0; done < length; ) {
            poll(this);
            int piece = Math.min(PIECE, length - done);
            int at = isBackward ? length - done - piece : done;
            System.arraycopy(bytes, source + at, bytes, target + at, piece);
            done += piece;
        }
    }

    static void fill(int address, byte value, int length, EngineMemory memory) {
        if (length > PIECE) {
            memory.fillInPieces(address, value, length);
        } else {
            Arrays.fill(memory.bytes, address, address + length, value);
        }
    }

    private void fillInPieces(int address, byte value, int length) {
        for (int done = 0; done < length; ) {
            poll(this);
            int piece = Math.min(PIECE, length - done);
            Arrays.fill(bytes, address + done, address + done + piece, value);
            done += piece;
        }
    }

    static byte readByte(int address, int offset, EngineMemory memory) {
        return memory.bytes[address + offset];
    }

    static byte readByte(int address, EngineMemory memory) {
        return memory.bytes[address];
    }

    static int readUnsignedByte(int address, int offset, EngineMemory memory) {
        return memory.bytes[address + offset] & 255;
    }

    static int readUnsignedByte(int address, EngineMemory memory) {
        return memory.bytes[address] & 255;
    }

    static short readShort(int address, int offset, EngineMemory memory) {
        return (short) SHORT.get(memory.bytes, address + offset);
    }

    static short readShort(int address, EngineMemory memory) {
        return (short) SHORT.get(memory.bytes, address);
    }

    static int readUnsignedShort(int address, int offset, EngineMemory memory) {
        return (short) SHORT.get(memory.bytes, address + offset) & 65535;
    }

    static int readUnsignedShort(int address, EngineMemory memory) {
        return (short) SHORT.get(memory.bytes, address) & 65535;
    }

    static int readInt(int address, int offset, EngineMemory memory) {
        return (int) INT.get(memory.bytes, address + offset);
    }

    static int readInt(int address, EngineMemory memory) {
        return (int) INT.get(memory.bytes, address);
    }

    static long readLong(int address, int offset, EngineMemory memory) {
        return (long) LONG.get(memory.bytes, address + offset);
    }

    static long readLong(int address, EngineMemory memory) {
        return (long) LONG.get(memory.bytes, address);
    }

    static float readFloat(int address, int offset, EngineMemory memory) {
        return (float) FLOAT.get(memory.bytes, address + offset);
    }

    static float readFloat(int address, EngineMemory memory) {
        return (float) FLOAT.get(memory.bytes, address);
    }

    static double readDouble(int address, int offset, EngineMemory memory) {
        return (double) DOUBLE.get(memory.bytes, address + offset);
    }

    static double readDouble(int address, EngineMemory memory) {
        return (double) DOUBLE.get(memory.bytes, address);
    }

    static void writeByte(int address, byte value, int offset, EngineMemory memory) {
        memory.bytes[address + offset] = value;
    }

    static void writeByte(int address, byte value, EngineMemory memory) {
        memory.bytes[address] = value;
    }

    static void writeShort(int address, short value, int offset, EngineMemory memory) {
        SHORT.set(memory.bytes, address + offset, value);
    }

    static void writeShort(int address, short value, EngineMemory memory) {
        SHORT.set(memory.bytes, address, value);
    }

    static void writeInt(int address, int value, int offset, EngineMemory memory) {
        INT.set(memory.bytes, address + offset, value);
    }

    static void writeInt(int address, int value, EngineMemory memory) {
        INT.set(memory.bytes, address, value);
    }

    static void writeLong(int address, long value, int offset, EngineMemory memory) {
        LONG.set(memory.bytes, address + offset, value);
    }

    static void writeLong(int address, long value, EngineMemory memory) {
        LONG.set(memory.bytes, address, value);
    }

    static void writeFloat(int address, float value, int offset, EngineMemory memory) {
        FLOAT.set(memory.bytes, address + offset, value);
    }

    static void writeFloat(int address, float value, EngineMemory memory) {
        FLOAT.set(memory.bytes, address, value);
    }

    static void writeDouble(int address, double value, int offset, EngineMemory memory) {
        DOUBLE.set(memory.bytes, address + offset, value);
    }

    static void writeDouble(int address, double value, EngineMemory memory) {
        DOUBLE.set(memory.bytes, address, value);
    }

    // ---- the engine's imports

    static void hostWrite(int stream, int address, int length, EngineMemory memory) {
        memory.checkRange(address, length);
        memory.host.write(stream, memory.bytes, address, length);
    }

    static int hostInterrupt(EngineMemory memory) {
        return memory.stopped || memory.host.isOver() ? 1 : 0;
    }

    static long hostClock(int kind, EngineMemory memory) {
        return kind == 0 ? memory.host.wallClock() : memory.host.runClock();
    }

    static void hostRandom(int address, int length, EngineMemory memory) {
        memory.checkRange(address, length);
        for (int done = 0; done < length; done += PIECE) {
            poll(memory);
            memory.host.random(memory.bytes, address + done, Math.min(PIECE, length - done));
        }
    }

    static int hostHostCall(int id, int address, int length, EngineMemory memory) {
        memory.checkRange(address, length);
        return memory.host.call(id, Arrays.copyOfRange(memory.bytes, address, address + length)) ? 0 : 1;
    }

    private void checkRange(int address, int length) {
        if (address < 0 || length < 0 || length > bytes.length - address) {
            throw new EngineTrap("a range outside of the memory");
        }
    }
}
