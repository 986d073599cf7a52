package dev.plimsoll.wasm.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Keeps C1 from inlining the memory's accessors, which C2 goes on to inline.
 *
 * <p>An accessor is a view's method of a {@code VarHandle}, and inlined by C1 that is half a dozen methods, each with its
 * own counters. A function with some hundred accesses then has more virtual registers than C1 has room for: it gives up,
 * and the function stays in the bytecode interpreter until C2 is through with it. As calls the accessors cost C1's code a
 * nanosecond or two, since C2 compiles them first of all.
 *
 * <p>C1 inlines no method that needs more than 10 places for its locals and its stack beside the parameters ({@code
 * C1InlineStackLimit}); C2 does not ask. So the accessors declare locals that they do not use. Their code is as it was.
 */
final class MemoryAccessors {
    /** Enough to be above the limit whatever the stack needs. */
    private static final int UNUSED_LOCALS = 12;

    private MemoryAccessors() {}

    /** Rewrites the memory's class below the folder. Rewriting it again changes nothing. */
    static void keepOutOfLine(Path runtime) throws IOException {
        Path file = runtime.resolve(ChicoryNames.ENGINE_MEMORY + ".class");
        Files.write(file, keepOutOfLine(Files.readAllBytes(file)));
    }

    static byte[] keepOutOfLine(byte[] memoryClass) {
        var node = new ClassNode();
        new ClassReader(memoryClass).accept(node, 0);
        int count = 0;
        for (MethodNode method : node.methods) {
            if (isAccessor(method)) {
                method.maxLocals = (Type.getArgumentsAndReturnSizes(method.desc) >> 2) - 1 + UNUSED_LOCALS;
                count++;
            }
        }
        if (count == 0) {
            throw new BuildFailure("no accessors in " + node.name);
        }
        var writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static boolean isAccessor(MethodNode method) {
        return (method.name.startsWith("read") || method.name.startsWith("write"))
                && method.desc.contains("L" + ChicoryNames.ENGINE_MEMORY + ";)");
    }
}
