package dev.plimsoll.wasm.build;

import static dev.plimsoll.wasm.build.ChicoryNames.ENGINE_MEMORY;
import static dev.plimsoll.wasm.build.ChicoryNames.ENGINE_OPS;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Rewrites one function of Chicory's for our runtime, in as little bytecode as it can.
 *
 * <p>The memory is a class of ours with static accessors, one call deep; the shadow stack pointer is a field of it; the
 * instance is gone. Comparisons become the branch they decide ({@link Comparisons}), operations become JVM instructions
 * ({@link Operations}). Chicory's interruption check before every call is replaced by one look at the memory's stop flag
 * where a loop goes back, except in functions that poll by themselves.
 */
final class FunctionRewriter {
    private static final Set<String> MEMORY_OPERATIONS = Set.of(
            "memoryReadByte",
            "memoryReadShort",
            "memoryReadInt",
            "memoryReadLong",
            "memoryReadFloat",
            "memoryReadDouble",
            "memoryWriteByte",
            "memoryWriteShort",
            "memoryWriteInt",
            "memoryWriteLong",
            "memoryWriteFloat",
            "memoryWriteDouble");
    private static final Map<String, String> MEMORY_MANAGEMENT =
            Map.of("memoryCopy", "copy", "memoryFill", "fill", "memoryGrow", "grow", "memoryPages", "pages");
    private static final Map<String, String> CALLERS_MISTAKES =
            Map.of("throwTrapException", "unreachable", "throwIndirectCallTypeMismatch", "unreachable");

    private final MethodNode method;
    private final InsnList code;
    private final int memoryLocal;
    private final UnaryOperator<String> ownerOf;

    private FunctionRewriter(MethodNode method, UnaryOperator<String> ownerOf) {
        this.method = method;
        this.code = method.instructions;
        this.memoryLocal = ChicoryNames.memoryLocal(method.desc);
        this.ownerOf = ownerOf;
    }

    /**
     * Rewrites in place.
     *
     * @param ownerOf the class that a function, by its method name, goes to
     * @param polls whether loops look at the stop flag
     */
    static void rewrite(MethodNode method, UnaryOperator<String> ownerOf, boolean polls) {
        var rewriter = new FunctionRewriter(method, ownerOf);
        rewriter.rewriteCalls();
        Comparisons.rewrite(method);
        Operations.rewrite(method);
        if (polls) {
            rewriter.addPolls();
        }
        rewriter.renameInFrames();
        method.desc = ChicoryNames.functionDescriptor(method.desc);
        method.access = Opcodes.ACC_STATIC;
        rewriter.refuseLeftovers();
    }

    private void rewriteCalls() {
        for (AbstractInsnNode node : code.toArray()) {
            if (!(node instanceof MethodInsnNode call)) {
                continue;
            }
            if (call.name.startsWith("func_")) {
                dropInstance(call);
                call.desc = ChicoryNames.functionDescriptor(call.desc);
                call.owner = ownerOf.apply(call.name);
            } else if (call.name.startsWith("call_indirect_")) {
                dropInstance(call);
                dropTable(call);
                call.desc = IndirectCalls.callDescriptor(call.desc);
                call.owner = ownerOf.apply(call.name);
            } else if (call.owner.equals(ChicoryNames.SHADED)) {
                rewriteRuntimeCall(call);
            }
        }
    }

    private void rewriteRuntimeCall(MethodInsnNode call) {
        String name = call.name;
        if (name.equals("checkInterruption")) {
            code.remove(call);
        } else if (MEMORY_OPERATIONS.contains(name)) {
            rewriteAccess(call);
        } else if (MEMORY_MANAGEMENT.containsKey(name)) {
            call.owner = ENGINE_MEMORY;
            call.name = MEMORY_MANAGEMENT.get(name);
            call.desc = withEngineMemory(call.desc);
        } else if (name.equals("readGlobal")) {
            rewriteStackPointerRead(call);
        } else if (name.equals("writeGlobal")) {
            rewriteStackPointerWrite(call);
        } else if (CALLERS_MISTAKES.containsKey(name)) {
            call.owner = ENGINE_OPS;
            call.name = CALLERS_MISTAKES.get(name);
        }
    }

    /** {@code memoryReadInt(address, offset, memory)}: without the offset when it is 0, and unsigned when masked. */
    private void rewriteAccess(MethodInsnNode call) {
        String name =
                Character.toLowerCase(call.name.charAt("memory".length())) + call.name.substring("memory".length() + 1);
        String descriptor = withEngineMemory(call.desc);
        AbstractInsnNode next = call.getNext();
        int mask = name.equals("readByte") ? 255 : name.equals("readShort") ? 65535 : 0;
        if (mask != 0
                && Instructions.isIntConstant(next, mask)
                && next.getNext().getOpcode() == Opcodes.IAND) {
            code.remove(next.getNext());
            code.remove(next);
            name = mask == 255 ? "readUnsignedByte" : "readUnsignedShort";
            descriptor = descriptor.substring(0, descriptor.indexOf(')') + 1) + "I";
        }
        AbstractInsnNode memory = call.getPrevious();
        AbstractInsnNode offset = memory.getPrevious();
        if (memory.getOpcode() == Opcodes.ALOAD && Instructions.isIntConstant(offset, 0)) {
            code.remove(offset);
            int at = descriptor.indexOf("L" + ENGINE_MEMORY);
            descriptor = descriptor.substring(0, at - 1) + descriptor.substring(at);
        }
        call.owner = ENGINE_MEMORY;
        call.name = name;
        call.desc = descriptor;
    }

    /** {@code 0, instance, readGlobal, L2I} becomes {@code memory.stackPointer}. */
    private void rewriteStackPointerRead(MethodInsnNode call) {
        AbstractInsnNode global = removeGlobalArguments(call);
        AbstractInsnNode toInt = call.getNext();
        expect(toInt, Opcodes.L2I);
        code.insertBefore(global, new VarInsnNode(Opcodes.ALOAD, memoryLocal));
        code.insertBefore(global, new FieldInsnNode(Opcodes.GETFIELD, ENGINE_MEMORY, "stackPointer", "I"));
        removeAll(List.of(global, call, toInt));
    }

    /** {@code value, I2L, 0, instance, writeGlobal} becomes {@code memory.stackPointer = value}. */
    private void rewriteStackPointerWrite(MethodInsnNode call) {
        AbstractInsnNode global = removeGlobalArguments(call);
        AbstractInsnNode toLong = global.getPrevious();
        expect(toLong, Opcodes.I2L);
        code.insertBefore(global, new VarInsnNode(Opcodes.ALOAD, memoryLocal));
        code.insertBefore(global, new InsnNode(Opcodes.SWAP));
        code.insertBefore(global, new FieldInsnNode(Opcodes.PUTFIELD, ENGINE_MEMORY, "stackPointer", "I"));
        removeAll(List.of(toLong, global, call));
    }

    private AbstractInsnNode removeGlobalArguments(MethodInsnNode call) {
        dropInstance(call);
        AbstractInsnNode global = call.getPrevious();
        if (!Instructions.isIntConstant(global, 0)) {
            throw new BuildFailure("a global that is not the stack pointer in " + method.name);
        }
        return global;
    }

    private void dropInstance(MethodInsnNode call) {
        AbstractInsnNode instance = call.getPrevious();
        if (!(instance instanceof VarInsnNode load)
                || load.getOpcode() != Opcodes.ALOAD
                || load.var != memoryLocal + 1) {
            throw new BuildFailure("no instance before the call of " + call.name + " in " + method.name);
        }
        code.remove(instance);
    }

    /** The number of the table comes before the memory; there is one table. */
    private void dropTable(MethodInsnNode call) {
        AbstractInsnNode table = call.getPrevious().getPrevious();
        if (!Instructions.isIntConstant(table, 0)) {
            throw new BuildFailure("an indirect call through another table in " + method.name);
        }
        code.remove(table);
    }

    private void addPolls() {
        for (AbstractInsnNode node : code.toArray()) {
            if (goesBack(node)) {
                code.insertBefore(node, new VarInsnNode(Opcodes.ALOAD, memoryLocal));
                code.insertBefore(
                        node,
                        new MethodInsnNode(Opcodes.INVOKESTATIC, ENGINE_MEMORY, "poll", "(L" + ENGINE_MEMORY + ";)V"));
            }
        }
    }

    private boolean goesBack(AbstractInsnNode node) {
        int at = code.indexOf(node);
        if (node instanceof JumpInsnNode jump) {
            return code.indexOf(jump.label) < at;
        }
        if (node instanceof TableSwitchInsnNode table) {
            return anyBefore(table.labels, at) || code.indexOf(table.dflt) < at;
        }
        if (node instanceof LookupSwitchInsnNode lookup) {
            return anyBefore(lookup.labels, at) || code.indexOf(lookup.dflt) < at;
        }
        return false;
    }

    private boolean anyBefore(List<LabelNode> labels, int at) {
        return labels.stream().anyMatch(label -> code.indexOf(label) < at);
    }

    private void renameInFrames() {
        for (AbstractInsnNode node : code.toArray()) {
            if (node instanceof FrameNode frame) {
                frame.local.replaceAll(FunctionRewriter::renamed);
                frame.stack.replaceAll(FunctionRewriter::renamed);
                // the instance's place may now lie behind the last local variable there is
                while (!frame.local.isEmpty() && Opcodes.TOP.equals(frame.local.get(frame.local.size() - 1))) {
                    frame.local.remove(frame.local.size() - 1);
                }
            }
        }
    }

    private static Object renamed(Object type) {
        if (type.equals(ChicoryNames.MEMORY)) {
            return ENGINE_MEMORY;
        }
        return type.equals(ChicoryNames.INSTANCE) ? Opcodes.TOP : type;
    }

    private static String withEngineMemory(String descriptor) {
        return descriptor.replace(ChicoryNames.MEMORY, ENGINE_MEMORY);
    }

    private void removeAll(List<AbstractInsnNode> nodes) {
        nodes.forEach(code::remove);
    }

    private void expect(AbstractInsnNode node, int opcode) {
        if (node.getOpcode() != opcode) {
            throw new BuildFailure("unexpected instruction " + node.getOpcode() + " in " + method.name);
        }
    }

    private void refuseLeftovers() {
        for (AbstractInsnNode node : code.toArray()) {
            if (node instanceof MethodInsnNode call
                    && (call.owner.contains("chicory") || call.owner.equals(ChicoryNames.SHADED))) {
                throw new BuildFailure(
                        "no rule for " + call.owner + "." + call.name + call.desc + " in " + method.name);
            }
            if (node instanceof VarInsnNode access
                    && access.getOpcode() == Opcodes.ALOAD
                    && access.var == memoryLocal + 1) {
                throw new BuildFailure("a use of the instance is left in " + method.name);
            }
        }
    }
}
