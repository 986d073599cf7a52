package dev.plimsoll.wasm.build;

import static dev.plimsoll.wasm.build.ChicoryNames.ENGINE_CODE;
import static dev.plimsoll.wasm.build.ChicoryNames.ENGINE_MEMORY;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The classes of an engine, made from what Chicory makes: groups of static methods, one for each function of the module,
 * and a subclass of {@code EngineCode} that calls the exported ones.
 */
final class EngineClasses {
    /** Loading a class costs by its size, and the first run needs few of the functions: many small classes. */
    private static final int FUNCTIONS_PER_CLASS = 40;

    private final WasmSource source;
    private final String prefix;
    private final Map<String, ClassNode> groups = new LinkedHashMap<>();
    private final Map<String, String> owners = new LinkedHashMap<>();

    private EngineClasses(WasmSource source, String prefix) {
        this.source = source;
        this.prefix = ChicoryNames.RUNTIME + prefix;
    }

    /**
     * Makes the classes.
     *
     * @param prefix what the simple names of all of them begin with; the subclass of {@code EngineCode} is it and "Code"
     */
    static List<ClassNode> make(WasmSource source, String prefix) {
        return new EngineClasses(source, prefix).make();
    }

    /** The bytes of a class made here. Frames are kept as they are, so only sizes are computed. */
    static byte[] bytes(ClassNode node) {
        boolean hasFrames = !node.name.endsWith("Indirect");
        var writer = new ClassWriter(hasFrames ? ClassWriter.COMPUTE_MAXS : ClassWriter.COMPUTE_FRAMES);
        node.accept(writer);
        return writer.toByteArray();
    }

    private List<ClassNode> make() {
        Map<String, MethodNode> functions = new LinkedHashMap<>();
        List<MethodNode> indirect = new ArrayList<>();
        for (ClassNode node : source.compile().values()) {
            for (MethodNode method : node.methods) {
                if (method.name.startsWith("func_") && node.name.contains("FuncGroup")) {
                    functions.put(method.name, method);
                } else if (method.name.startsWith("call_indirect_") && node.name.equals(ChicoryNames.MACHINE)) {
                    indirect.add(method);
                }
            }
        }
        functions.keySet().forEach(name -> owners.put(name, prefix + "Functions" + number(name) / FUNCTIONS_PER_CLASS));
        indirect.forEach(method -> owners.put(method.name, prefix + "Indirect"));

        Map<String, String> descriptors = new LinkedHashMap<>();
        functions.forEach((name, method) -> descriptors.put(name, ChicoryNames.functionDescriptor(method.desc)));
        for (MethodNode method : indirect) {
            group(method.name).methods.add(IndirectCalls.method(method, source.table(), this::ownerOf));
        }
        List<String> imports = source.imports();
        functions.forEach((name, method) -> {
            int number = number(name);
            if (number < imports.size()) {
                group(name).methods.add(imported(name, descriptor(descriptors, name), imports.get(number)));
            } else {
                FunctionRewriter.rewrite(method, this::ownerOf, !HotFunctions.pollsItself(source.functionName(number)));
                group(name).methods.add(method);
            }
        });
        List<ClassNode> classes = new ArrayList<>(groups.values());
        classes.add(exports(descriptors));
        return classes;
    }

    private String ownerOf(String method) {
        String owner = owners.get(method);
        if (owner == null) {
            throw new BuildFailure("no class for " + method);
        }
        return owner;
    }

    private ClassNode group(String method) {
        return groups.computeIfAbsent(ownerOf(method), name -> newClass(name, "java/lang/Object"));
    }

    private static ClassNode newClass(String name, String parent) {
        var node = new ClassNode();
        node.version = Opcodes.V17;
        node.access = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        node.name = name;
        node.superName = parent;
        return node;
    }

    private static String descriptor(Map<String, String> descriptors, String function) {
        String descriptor = descriptors.get(function);
        if (descriptor == null) {
            throw new BuildFailure("no function " + function);
        }
        return descriptor;
    }

    private static int number(String function) {
        return Integer.parseInt(function.substring("func_".length()));
    }

    /** An import is a static method of the memory, which knows the run's host. */
    private static MethodNode imported(String name, String descriptor, String importName) {
        var method = new MethodNode(Opcodes.ACC_STATIC, name, descriptor, null, null);
        loadArguments(method, descriptor, 0);
        method.instructions.add(
                new MethodInsnNode(Opcodes.INVOKESTATIC, ENGINE_MEMORY, camelCase("host_" + importName), descriptor));
        method.instructions.add(new InsnNode(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN)));
        return method;
    }

    /** {@code ps_run_jobs} is overridden as {@code runJobs}, with the memory as its last parameter. */
    private ClassNode exports(Map<String, String> descriptors) {
        ClassNode node = newClass(prefix + "Code", ENGINE_CODE);
        var constructor = new MethodNode(0, "<init>", "()V", null, null);
        constructor.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        constructor.instructions.add(new MethodInsnNode(Opcodes.INVOKESPECIAL, ENGINE_CODE, "<init>", "()V"));
        constructor.instructions.add(new InsnNode(Opcodes.RETURN));
        node.methods.add(constructor);
        var hash = new MethodNode(0, "sourceHash", "()Ljava/lang/String;", null, null);
        hash.instructions.add(new LdcInsnNode(HeapImage.sha256(source.bytes())));
        hash.instructions.add(new InsnNode(Opcodes.ARETURN));
        node.methods.add(hash);
        source.exports().forEach((exported, number) -> {
            String function = "func_" + number;
            String descriptor = descriptor(descriptors, function);
            var method = new MethodNode(0, camelCase(exported.replaceFirst("^ps_|^_", "")), descriptor, null, null);
            loadArguments(method, descriptor, 1);
            method.instructions.add(new MethodInsnNode(Opcodes.INVOKESTATIC, ownerOf(function), function, descriptor));
            method.instructions.add(new InsnNode(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN)));
            node.methods.add(method);
        });
        return node;
    }

    private static void loadArguments(MethodNode method, String descriptor, int firstLocal) {
        int local = firstLocal;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            method.instructions.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), local));
            local += type.getSize();
        }
    }

    private static String camelCase(String name) {
        var result = new StringBuilder();
        for (String part : name.split("_", -1)) {
            result.append(result.isEmpty() ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return result.toString();
    }
}
