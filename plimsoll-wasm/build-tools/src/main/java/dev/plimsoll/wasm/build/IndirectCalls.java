package dev.plimsoll.wasm.build;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the method for indirect calls of one function type: a switch over the index in the table.
 *
 * <p>Chicory looks the function up in a table object and switches over its number. The engine's table never changes, so
 * the index itself decides, and no table is needed. An index that holds no function of the type is a trap.
 */
final class IndirectCalls {
    private static final int ADDITIONAL_PARAMETERS = 4; // index, table, memory, instance

    private IndirectCalls() {}

    /** The replacement of Chicory's method {@code call_indirect_N}: (parameters, index, memory). */
    static MethodNode method(MethodNode original, Map<Integer, Integer> table, UnaryOperator<String> ownerOf) {
        Map<Integer, MethodInsnNode> targets = targets(original);
        Type[] parameters = Type.getArgumentTypes(original.desc);
        int count = parameters.length - ADDITIONAL_PARAMETERS;
        Type memory = Type.getObjectType(ChicoryNames.ENGINE_MEMORY);
        Type result = Type.getReturnType(original.desc);

        Type[] own = new Type[count + 2];
        System.arraycopy(parameters, 0, own, 0, count);
        own[count] = Type.INT_TYPE;
        own[count + 1] = memory;
        var made = new MethodNode(Opcodes.ACC_STATIC, original.name, Type.getMethodDescriptor(result, own), null, null);

        int local = 0;
        for (int i = 0; i < count; i++) {
            made.instructions.add(new VarInsnNode(parameters[i].getOpcode(Opcodes.ILOAD), local));
            local += parameters[i].getSize();
        }
        made.instructions.add(new VarInsnNode(Opcodes.ALOAD, local + 1));
        made.instructions.add(new VarInsnNode(Opcodes.ILOAD, local));

        Map<Integer, MethodInsnNode> byIndex = new TreeMap<>();
        table.forEach((index, function) -> {
            MethodInsnNode target = targets.get(function);
            if (target != null) {
                byIndex.put(index, target);
            }
        });
        LabelNode mistake = new LabelNode();
        var choice = new LookupSwitchInsnNode(mistake, new int[0], new LabelNode[0]);
        made.instructions.add(choice);
        byIndex.forEach((index, target) -> {
            LabelNode label = new LabelNode();
            choice.keys.add(index);
            choice.labels.add(label);
            made.instructions.add(label);
            made.instructions.add(new MethodInsnNode(
                    Opcodes.INVOKESTATIC,
                    ownerOf.apply(target.name),
                    target.name,
                    ChicoryNames.functionDescriptor(target.desc)));
            made.instructions.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        });
        made.instructions.add(mistake);
        made.instructions.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, ChicoryNames.ENGINE_OPS, "wrongIndirectCall", "()Ljava/lang/RuntimeException;"));
        made.instructions.add(new InsnNode(Opcodes.ATHROW));
        return made;
    }

    /** The functions of the type, by their number: what the cases of Chicory's switch call. */
    private static Map<Integer, MethodInsnNode> targets(MethodNode original) {
        Map<Integer, MethodInsnNode> targets = new TreeMap<>();
        for (AbstractInsnNode node : original.instructions.toArray()) {
            if (node instanceof MethodInsnNode call && call.name.startsWith("func_")) {
                targets.put(Integer.valueOf(call.name.substring("func_".length())), call);
            }
        }
        return targets;
    }

    /** Chicory hands the table's number over too; the call without it. */
    static String callDescriptor(String descriptor) {
        String ours = ChicoryNames.functionDescriptor(descriptor);
        int end = ours.indexOf("IIL" + ChicoryNames.ENGINE_MEMORY);
        if (end < 0) {
            throw new BuildFailure("not the shape of an indirect call: " + descriptor);
        }
        return ours.substring(0, end) + ours.substring(end + 1);
    }
}
