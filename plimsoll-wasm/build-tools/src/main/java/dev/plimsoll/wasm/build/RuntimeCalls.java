package dev.plimsoll.wasm.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The check that all which generated code calls of the runtime, and of other generated code, is there.
 *
 * <p>The JVM looks for a method when it is called first: without this, an engine that needs an operation which
 * {@code EngineOps} does not have would fail in the middle of a guest's run.
 */
final class RuntimeCalls {
    private static final int READ = ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES;

    private final Map<String, Set<String>> members = new HashMap<>();
    private final Path runtime;

    private RuntimeCalls(Path runtime) {
        this.runtime = runtime;
    }

    /**
     * Fails the build when a call leads nowhere.
     *
     * @param runtime the folder of the runtime's classes
     */
    static void check(List<ClassNode> classes, Path runtime) throws IOException {
        var calls = new RuntimeCalls(runtime);
        classes.forEach(node -> calls.members.put(node.name, members(node)));
        var missing = new TreeSet<String>();
        for (ClassNode node : classes) {
            for (MethodNode method : node.methods) {
                for (AbstractInsnNode instruction : method.instructions) {
                    calls.addIfMissing(instruction, missing);
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new BuildFailure("the engine's code calls what is not there: " + missing);
        }
    }

    private void addIfMissing(AbstractInsnNode instruction, Set<String> missing) throws IOException {
        if (instruction instanceof MethodInsnNode call) {
            boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
            addIfMissing(call.owner, member(isStatic, call.name, call.desc), missing);
        } else if (instruction instanceof FieldInsnNode field) {
            boolean isStatic = field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC;
            addIfMissing(field.owner, member(isStatic, field.name, field.desc), missing);
        }
    }

    private void addIfMissing(String owner, String member, Set<String> missing) throws IOException {
        // the JDK's are known to the compiler of this build
        if (owner.startsWith(ChicoryNames.RUNTIME) && !membersOf(owner).contains(member)) {
            missing.add(owner.substring(ChicoryNames.RUNTIME.length()) + "." + member);
        }
    }

    private Set<String> membersOf(String owner) throws IOException {
        Set<String> known = members.get(owner);
        if (known == null) {
            Path file = runtime.resolve(owner + ".class");
            if (!Files.isRegularFile(file)) {
                throw new BuildFailure("the engine's code calls the class " + owner + ", which is not there");
            }
            var node = new ClassNode();
            new ClassReader(Files.readAllBytes(file)).accept(node, READ);
            known = members(node);
            members.put(owner, known);
        }
        return known;
    }

    private static Set<String> members(ClassNode node) {
        Set<String> members = new TreeSet<>();
        node.methods.forEach(method -> members.add(member(isStatic(method.access), method.name, method.desc)));
        node.fields.forEach(field -> members.add(member(isStatic(field.access), field.name, field.desc)));
        return members;
    }

    private static boolean isStatic(int access) {
        return (access & Opcodes.ACC_STATIC) != 0;
    }

    private static String member(boolean isStatic, String name, String descriptor) {
        return (isStatic ? "static " : "") + name + descriptor;
    }
}
