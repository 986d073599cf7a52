package dev.plimsoll.wasm.build;

import static org.objectweb.asm.Opcodes.DCMPG;
import static org.objectweb.asm.Opcodes.DCMPL;
import static org.objectweb.asm.Opcodes.IADD;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.IFGE;
import static org.objectweb.asm.Opcodes.IFGT;
import static org.objectweb.asm.Opcodes.IFLE;
import static org.objectweb.asm.Opcodes.IFLT;
import static org.objectweb.asm.Opcodes.IFNE;
import static org.objectweb.asm.Opcodes.IF_ICMPEQ;
import static org.objectweb.asm.Opcodes.LADD;
import static org.objectweb.asm.Opcodes.LCMP;
import static org.objectweb.asm.Opcodes.LCONST_0;
import static org.objectweb.asm.Opcodes.SWAP;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes one branch of a comparison whose result is only branched on.
 *
 * <p>Chicory calls a method that gives 0 or 1, and branches on that. The two together are an instruction or two of the
 * JVM's, which the interpreter and C1 run far faster. Unsigned comparisons become signed ones of operands with the sign
 * bit flipped; those of floating point keep "not a number is never less" by the choice between DCMPG and DCMPL.
 */
final class Comparisons {
    /** The condition on the sign of {@code left - right}. */
    private static final Map<String, Integer> CONDITIONS =
            Map.of("EQ", IFEQ, "NE", IFNE, "LT", IFLT, "LE", IFLE, "GT", IFGT, "GE", IFGE);

    private final InsnList code;

    private Comparisons(InsnList code) {
        this.code = code;
    }

    static void rewrite(MethodNode method) {
        var comparisons = new Comparisons(method.instructions);
        for (AbstractInsnNode node : method.instructions.toArray()) {
            if (node instanceof MethodInsnNode call && isComparison(call)) {
                comparisons.fuse(call);
            }
        }
    }

    private static boolean isComparison(MethodInsnNode call) {
        return call.owner.equals(ChicoryNames.OPCODES) || call.name.equals("i32_ge_u");
    }

    private void fuse(MethodInsnNode call) {
        AbstractInsnNode next = call.getNext();
        MethodInsnNode negation = null;
        if (next instanceof MethodInsnNode second && second.name.equals("I32_EQZ")) {
            negation = second;
            next = second.getNext();
        }
        if (!(next instanceof JumpInsnNode jump) || (jump.getOpcode() != IFEQ && jump.getOpcode() != IFNE)) {
            return;
        }
        boolean jumpsWhenTrue = (jump.getOpcode() == IFNE) ^ (negation != null);
        Integer branch = branch(call);
        if (branch == null) {
            return;
        }
        jump.setOpcode(jumpsWhenTrue ? branch : inverse(branch));
        code.remove(call);
        if (negation != null) {
            code.remove(negation);
        }
    }

    /** Puts what the comparison needs before the call; gives the branch that is taken when it holds. */
    private @Nullable Integer branch(MethodInsnNode call) {
        List<String> name = List.of(call.name.toUpperCase(Locale.ROOT).split("_", -1));
        if (name.get(1).equals("EQZ")) {
            if (name.get(0).equals("I64")) {
                before(call, LCONST_0, LCMP);
            }
            return IFEQ;
        }
        Integer condition = CONDITIONS.get(name.get(1));
        if (condition == null) {
            return null;
        }
        boolean unsigned = name.size() > 2 && name.get(2).equals("U");
        return switch (name.get(0)) {
            case "I32" -> {
                if (unsigned) {
                    flipInts(call);
                }
                yield condition - IFEQ + IF_ICMPEQ;
            }
            case "I64" -> {
                if (unsigned && !flipLongs(call)) {
                    yield null;
                }
                before(call, LCMP);
                yield condition;
            }
            case "F64" -> {
                // with a NaN, DCMPG gives 1 and DCMPL -1: neither makes the condition true. Its inverse is then taken,
                // as it has to be
                before(call, condition == IFLT || condition == IFLE ? DCMPG : DCMPL);
                yield condition;
            }
            default -> null;
        };
    }

    private void flipInts(MethodInsnNode call) {
        AbstractInsnNode right = call.getPrevious();
        Integer constant = Instructions.intConstant(right);
        if (constant == null) {
            flipInt(call);
            before(call, SWAP);
            flipInt(call);
            before(call, SWAP);
            return;
        }
        flipInt(right);
        code.set(right, Instructions.pushInt(constant + Integer.MIN_VALUE));
    }

    private void flipInt(AbstractInsnNode where) {
        code.insertBefore(where, new LdcInsnNode(Integer.MIN_VALUE));
        before(where, IADD);
    }

    /** Only against a constant, which is what tests of a value's tag are; two longs cannot be swapped cheaply. */
    private boolean flipLongs(MethodInsnNode call) {
        AbstractInsnNode right = call.getPrevious();
        Long constant = Instructions.longConstant(right);
        if (constant == null) {
            return false;
        }
        code.insertBefore(right, new LdcInsnNode(Long.MIN_VALUE));
        before(right, LADD);
        code.set(right, new LdcInsnNode(constant + Long.MIN_VALUE));
        return true;
    }

    private void before(AbstractInsnNode where, int... opcodes) {
        for (int opcode : opcodes) {
            code.insertBefore(where, new InsnNode(opcode));
        }
    }

    /** Holds for IFEQ to IFLE and for IF_ICMPEQ to IF_ICMPLE, which come in pairs. */
    private static int inverse(int branch) {
        return ((branch + 1) ^ 1) - 1;
    }
}
