package dev.plimsoll.wasm.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

class MemoryAccessorsTests {
    /** C1InlineStackLimit of the JDKs from 17 to 25. */
    private static final int C1_INLINE_STACK_LIMIT = 10;

    private static final String ACCESSOR = "(IL" + ChicoryNames.ENGINE_MEMORY + ";)I";

    @Test
    void giveAccessorsMoreLocalsThanC1Inlines() {
        MethodNode accessor = method(MemoryAccessors.keepOutOfLine(memory("readInt", ACCESSOR)), "readInt");

        assertThat(accessor.maxStack + accessor.maxLocals - 2).isGreaterThan(C1_INLINE_STACK_LIMIT);
        assertThat(accessor.instructions.size()).isEqualTo(2);
    }

    @Test
    void leaveOtherMethodsAsTheyAre() {
        byte[] made = MemoryAccessors.keepOutOfLine(memory("readInt", ACCESSOR));

        assertThat(method(made, "poll").maxLocals).isEqualTo(2);
    }

    @Test
    void stayAsTheyAreTheSecondTime() {
        byte[] once = MemoryAccessors.keepOutOfLine(memory("writeInt", ACCESSOR));

        assertThat(MemoryAccessors.keepOutOfLine(once)).isEqualTo(once);
    }

    @Test
    void areMissedWhenTheyHaveOtherNames() {
        assertThatThrownBy(() -> MemoryAccessors.keepOutOfLine(memory("loadInt", ACCESSOR)))
                .isInstanceOf(BuildFailure.class);
    }

    private static byte[] memory(String accessor, String descriptor) {
        var node = new ClassNode();
        node.version = Opcodes.V17;
        node.name = ChicoryNames.ENGINE_MEMORY;
        node.superName = "java/lang/Object";
        node.methods.add(constant(accessor, descriptor));
        node.methods.add(constant("poll", ACCESSOR));
        var writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        node.accept(writer);
        return writer.toByteArray();
    }

    private static MethodNode constant(String name, String descriptor) {
        var method = new MethodNode(Opcodes.ACC_STATIC, name, descriptor, null, null);
        method.instructions.add(new InsnNode(Opcodes.ICONST_0));
        method.instructions.add(new InsnNode(Opcodes.IRETURN));
        return method;
    }

    private static MethodNode method(byte[] bytes, String name) {
        var node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node.methods.stream()
                .filter(method -> method.name.equals(name))
                .findFirst()
                .orElseThrow();
    }
}
