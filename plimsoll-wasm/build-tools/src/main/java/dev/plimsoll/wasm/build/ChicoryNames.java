package dev.plimsoll.wasm.build;

import org.objectweb.asm.Type;

/** The names in the code that Chicory 1.7 generates, and those that take their place. */
final class ChicoryNames {
    static final String MACHINE = "generated/Machine";
    static final String SHADED = MACHINE + "Shaded";
    static final String OPCODES = "com/dylibso/chicory/runtime/OpcodeImpl";
    static final String VALUE = "com/dylibso/chicory/wasm/types/Value";
    static final String MEMORY = "com/dylibso/chicory/runtime/Memory";
    static final String INSTANCE = "com/dylibso/chicory/runtime/Instance";

    /** Where the runtime of the engine lives. */
    static final String RUNTIME = "dev/plimsoll/wasm/internal/engine/";

    static final String ENGINE_MEMORY = RUNTIME + "EngineMemory";
    static final String ENGINE_OPS = RUNTIME + "EngineOps";
    static final String ENGINE_CODE = RUNTIME + "EngineCode";

    private static final String MEMORY_AND_INSTANCE = "L" + MEMORY + ";L" + INSTANCE + ";)";

    private ChicoryNames() {}

    /** A function's descriptor without the instance, and with our memory. */
    static String functionDescriptor(String descriptor) {
        if (!descriptor.contains(MEMORY_AND_INSTANCE)) {
            throw new BuildFailure("not the shape of a function: " + descriptor);
        }
        return descriptor.replace(MEMORY_AND_INSTANCE, "L" + ENGINE_MEMORY + ";)");
    }

    /** The local variable that holds the memory: the last but one parameter of what Chicory generates. */
    static int memoryLocal(String descriptor) {
        int local = 0;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            if (type.getDescriptor().equals("L" + MEMORY + ";")) {
                return local;
            }
            local += type.getSize();
        }
        throw new BuildFailure("no memory among the parameters: " + descriptor);
    }
}
