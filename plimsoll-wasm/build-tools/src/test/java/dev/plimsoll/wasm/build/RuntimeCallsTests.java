package dev.plimsoll.wasm.build;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class RuntimeCallsTests {
    private static final String FUNCTIONS = ChicoryNames.RUNTIME + "QuickjsFunctions0";

    @TempDir
    Path runtime;

    @BeforeEach
    void writeARuntime() throws IOException {
        ClassNode ops = newClass(ChicoryNames.ENGINE_OPS);
        ops.methods.add(new MethodNode(Opcodes.ACC_STATIC, "I32_EQZ", "(I)I", null, null));
        ops.fields.add(new FieldNode(0, "stackPointer", "I", null, null));
        var writer = new ClassWriter(0);
        ops.accept(writer);
        Path file = runtime.resolve(ChicoryNames.ENGINE_OPS + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, writer.toByteArray());
    }

    @Test
    void passesWhatIsThere() {
        ClassNode node = caller();
        call(node, ChicoryNames.ENGINE_OPS, "I32_EQZ", "(I)I");
        call(node, FUNCTIONS, "func_1", "()V");
        call(node, "java/lang/Math", "abs", "(D)D");
        node.methods
                .get(0)
                .instructions
                .add(new FieldInsnNode(Opcodes.GETFIELD, ChicoryNames.ENGINE_OPS, "stackPointer", "I"));

        assertThatCode(() -> RuntimeCalls.check(List.of(node), runtime)).doesNotThrowAnyException();
    }

    @Test
    void namesAnOperationThatTheRuntimeDoesNotHave() {
        ClassNode node = caller();
        call(node, ChicoryNames.ENGINE_OPS, "F32_NEAREST", "(F)F");

        assertThatThrownBy(() -> RuntimeCalls.check(List.of(node), runtime))
                .isInstanceOf(BuildFailure.class)
                .hasMessageContaining("EngineOps.static F32_NEAREST(F)F");
    }

    @Test
    void takesAnotherDescriptorForAnotherMethod() {
        ClassNode node = caller();
        call(node, ChicoryNames.ENGINE_OPS, "I32_EQZ", "(J)I");
        call(node, FUNCTIONS, "func_1", "(I)V");

        assertThatThrownBy(() -> RuntimeCalls.check(List.of(node), runtime))
                .hasMessageContaining("EngineOps.static I32_EQZ(J)I")
                .hasMessageContaining("QuickjsFunctions0.static func_1(I)V");
    }

    @Test
    void namesAClassThatIsNotThere() {
        ClassNode node = caller();
        call(node, ChicoryNames.ENGINE_MEMORY, "poll", "()V");

        assertThatThrownBy(() -> RuntimeCalls.check(List.of(node), runtime))
                .isInstanceOf(BuildFailure.class)
                .hasMessageContaining("EngineMemory");
    }

    private static ClassNode caller() {
        ClassNode node = newClass(FUNCTIONS);
        node.methods.add(new MethodNode(Opcodes.ACC_STATIC, "func_1", "()V", null, null));
        return node;
    }

    private static void call(ClassNode node, String owner, String name, String descriptor) {
        node.methods.get(0).instructions.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor));
    }

    private static ClassNode newClass(String name) {
        var node = new ClassNode();
        node.version = Opcodes.V17;
        node.access = Opcodes.ACC_FINAL;
        node.name = name;
        node.superName = "java/lang/Object";
        return node;
    }
}
