package dev.plimsoll.wasm.internal.engine;

/**
 * The functions that the engine exports, as {@code engine/shim.c} describes them. The subclass is generated.
 *
 * <p>Addresses and lengths are the memory's. Nothing here is checked: callers pass what they allocated.
 */
abstract class EngineCode {
    abstract void initialize(EngineMemory memory);

    abstract int boot(int stackLimit, EngineMemory memory);

    abstract int prelude(int source, int length, EngineMemory memory);

    abstract int alloc(int size, EngineMemory memory);

    abstract void free(int address, EngineMemory memory);

    abstract int begin(int flags, EngineMemory memory);

    abstract int client(int source, int length, EngineMemory memory);

    abstract int eval(int source, int length, EngineMemory memory);

    abstract double nextTimer(EngineMemory memory);

    abstract int runTimers(EngineMemory memory);

    abstract int hostReply(int id, int text, int length, int isError, EngineMemory memory);

    abstract int finish(EngineMemory memory);

    abstract int status(EngineMemory memory);

    abstract int exitCode(EngineMemory memory);

    /** SHA-256 of the WebAssembly that the code was made from, in lower case hex. */
    abstract String sourceHash();

    /** The generated code whose classes begin with {@code prefix}. */
    static EngineCode load(String prefix) {
        String name = EngineCode.class.getPackageName() + "." + prefix + "Code";
        try {
            return Class.forName(name, true, EngineCode.class.getClassLoader())
                    .asSubclass(EngineCode.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the engine's classes are not in this build of plimsoll-wasm: " + name, e);
        }
    }
}
