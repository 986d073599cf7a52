package dev.plimsoll.wasm.internal.engine;

import java.io.IOException;
import java.io.InputStream;

/**
 * The engine, loaded: its code, its heap image, and memory for its runs. Immutable to its users, thread-safe.
 */
public final class EngineTemplate {
    /**
     * The stack that a thread needs to run guest code. Address space only, until it is touched. What QuickJS' own limit
     * lets a guest nest to has to fit whichever way the JVM compiled it: 16 MiB were too little interpreted, 64 MiB were
     * too little for the parser's frames once compiled.
     */
    public static final long STACK_BYTES = 256L << 20;

    private static final String PREFIX = "Quickjs";

    /** Two for each processor: more runs than that do not get faster by having their memory ready. */
    private static final int POOLED = 2 * Runtime.getRuntime().availableProcessors();

    private final EngineCode code;
    private final EngineImage image;
    private final MemoryPool pool;

    private EngineTemplate(EngineCode code, EngineImage image) {
        this.code = code;
        this.image = image;
        this.pool = new MemoryPool(image, POOLED);
    }

    /**
     * Loads the engine from the class path.
     *
     * @throws IllegalStateException when it is missing, damaged or of another build
     */
    public static EngineTemplate load() {
        return load(PREFIX);
    }

    static EngineTemplate load(String prefix) {
        EngineCode code = EngineCode.load(prefix);
        String name = prefix + ".image";
        try (InputStream in = EngineTemplate.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the engine's heap image is not in this build of plimsoll-wasm: " + name);
            }
            return new EngineTemplate(code, EngineImage.read(in, code.sourceHash()));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the engine's heap image " + name + " cannot be used: " + e.getMessage(), e);
        }
    }

    EngineImage image() {
        return image;
    }

    MemoryPool pool() {
        return pool;
    }

    /** SHA-256 of the engine's WebAssembly, in lower case hex. */
    public String engineHash() {
        return image.engineHash();
    }

    /** The memory that every run begins with, in bytes: a smaller limit cannot be kept. */
    public long imageBytes() {
        return (long) image.pages() * EngineMemory.PAGE;
    }

    /**
     * A new run. To be closed.
     *
     * @param memoryBytes how much memory the guest may have at most, rounded down to 64 KiB
     * @throws IllegalArgumentException when that is less than {@link #imageBytes()} or 2 GiB or more
     */
    public EngineInstance newInstance(EngineHost host, long memoryBytes) {
        if (memoryBytes < imageBytes() || memoryBytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("memory of " + memoryBytes + " bytes: it has to be from " + imageBytes()
                    + " to " + Integer.MAX_VALUE);
        }
        int pageLimit = (int) (memoryBytes / EngineMemory.PAGE);
        var memory = new EngineMemory(pool.take(), image.pages(), pageLimit, image.stackPointer(), host);
        return new EngineInstance(code, memory, pool);
    }
}
