package dev.plimsoll.wasm.build;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/** Constants in bytecode: what they are, and the shortest instruction for one. */
final class Instructions {
    private Instructions() {}

    static boolean isIntConstant(@Nullable AbstractInsnNode node, int value) {
        Integer found = intConstant(node);
        return found != null && found == value;
    }

    static @Nullable Integer intConstant(@Nullable AbstractInsnNode node) {
        if (node == null) {
            return null;
        }
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return opcode - Opcodes.ICONST_0;
        }
        if (node instanceof IntInsnNode push && opcode != Opcodes.NEWARRAY) {
            return push.operand;
        }
        return node instanceof LdcInsnNode load && load.cst instanceof Integer number ? number : null;
    }

    static AbstractInsnNode pushInt(int value) {
        if (value >= -1 && value <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + value);
        }
        if (value == (byte) value) {
            return new IntInsnNode(Opcodes.BIPUSH, value);
        }
        return value == (short) value ? new IntInsnNode(Opcodes.SIPUSH, value) : new LdcInsnNode(value);
    }

    static @Nullable Long longConstant(@Nullable AbstractInsnNode node) {
        if (node == null) {
            return null;
        }
        if (node.getOpcode() == Opcodes.LCONST_0 || node.getOpcode() == Opcodes.LCONST_1) {
            return (long) node.getOpcode() - Opcodes.LCONST_0;
        }
        return node instanceof LdcInsnNode load && load.cst instanceof Long number ? number : null;
    }
}
