package dev.plimsoll.wasm.build;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces Chicory's methods for WebAssembly's operations by instructions of the JVM, by methods of the JDK that the JIT
 * knows, or by ours of the same name.
 *
 * <p>Division by zero throws {@code ArithmeticException} instead of a trap; either ends the instance.
 */
final class Operations {
    private static final Map<String, Supplier<InsnList>> REPLACEMENTS = new HashMap<>();

    static {
        instructions("I32_DIV_S", Opcodes.IDIV);
        instructions("I32_REM_S", Opcodes.IREM);
        instructions("I64_DIV_S", Opcodes.LDIV);
        instructions("I64_REM_S", Opcodes.LREM);
        instructions("I32_EXTEND_8_S", Opcodes.I2B);
        instructions("I32_EXTEND_16_S", Opcodes.I2S);
        instructions("I64_EXTEND_32_S", Opcodes.L2I, Opcodes.I2L);
        instructions("F64_CONVERT_I32_S", Opcodes.I2D);
        instructions("F64_CONVERT_I64_S", Opcodes.L2D);
        instructions("I32_TRUNC_SAT_F64_S", Opcodes.D2I);
        instructions("I64_TRUNC_SAT_F64_S", Opcodes.D2L);
        REPLACEMENTS.put("I64_EXTEND_I32_U", () -> {
            var list = new InsnList();
            list.add(new InsnNode(Opcodes.I2L));
            list.add(new LdcInsnNode(0xFFFF_FFFFL));
            list.add(new InsnNode(Opcodes.LAND));
            return list;
        });
        method("I32_DIV_U", "java/lang/Integer", "divideUnsigned", "(II)I");
        method("I32_REM_U", "java/lang/Integer", "remainderUnsigned", "(II)I");
        method("I64_DIV_U", "java/lang/Long", "divideUnsigned", "(JJ)J");
        method("I64_REM_U", "java/lang/Long", "remainderUnsigned", "(JJ)J");
        method("I32_CLZ", "java/lang/Integer", "numberOfLeadingZeros", "(I)I");
        method("I32_CTZ", "java/lang/Integer", "numberOfTrailingZeros", "(I)I");
        method("I32_POPCNT", "java/lang/Integer", "bitCount", "(I)I");
        method("I32_ROTL", "java/lang/Integer", "rotateLeft", "(II)I");
        method("I32_ROTR", "java/lang/Integer", "rotateRight", "(II)I");
        method("F64_REINTERPRET_I64", "java/lang/Double", "longBitsToDouble", "(J)D");
        method("I64_REINTERPRET_F64", "java/lang/Double", "doubleToRawLongBits", "(D)J");
        method("longToDouble", "java/lang/Double", "longBitsToDouble", "(J)D");
        method("doubleToLong", "java/lang/Double", "doubleToRawLongBits", "(D)J");
        method("I32_REINTERPRET_F32", "java/lang/Float", "floatToRawIntBits", "(F)I");
        method("F64_ABS", "java/lang/Math", "abs", "(D)D");
        method("F64_SQRT", "java/lang/Math", "sqrt", "(D)D");
        method("F64_FLOOR", "java/lang/Math", "floor", "(D)D");
        method("F64_CEIL", "java/lang/Math", "ceil", "(D)D");
        method("F64_NEAREST", "java/lang/Math", "rint", "(D)D");
        method("F64_COPYSIGN", "java/lang/Math", "copySign", "(DD)D");
    }

    private Operations() {}

    static void rewrite(MethodNode function) {
        for (AbstractInsnNode node : function.instructions.toArray()) {
            if (node instanceof MethodInsnNode call && isOperation(call)) {
                Supplier<InsnList> replacement = REPLACEMENTS.get(call.name);
                if (replacement == null) {
                    call.owner = ChicoryNames.ENGINE_OPS;
                    call.name = call.name.toUpperCase(java.util.Locale.ROOT);
                } else {
                    function.instructions.insert(call, replacement.get());
                    function.instructions.remove(call);
                }
            }
        }
    }

    private static boolean isOperation(MethodInsnNode call) {
        return call.owner.equals(ChicoryNames.OPCODES)
                || call.owner.equals(ChicoryNames.VALUE)
                || call.name.equals("i32_ge_u");
    }

    private static void instructions(String operation, int... opcodes) {
        REPLACEMENTS.put(operation, () -> {
            var list = new InsnList();
            for (int opcode : opcodes) {
                list.add(new InsnNode(opcode));
            }
            return list;
        });
    }

    private static void method(String operation, String owner, String name, String descriptor) {
        REPLACEMENTS.put(operation, () -> {
            var list = new InsnList();
            list.add(new MethodInsnNode(Opcodes.INVOKESTATIC, owner, name, descriptor));
            return list;
        });
    }
}
