package dev.plimsoll.wasm.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What is known about single functions of the engine, by their names in the C source; and the check that the JIT takes
 * all of them.
 */
final class HotFunctions {
    /** HotSpot compiles no method above this, unless told so by a flag ({@code HugeMethodLimit}). */
    private static final int NEVER_COMPILED = 8_000;

    /**
     * The interpreter loop has to stay well below: C2 stops inlining into a method that reaches the limit together with
     * what is inlined.
     */
    private static final int LOOP_AIM = 5_000;

    private static final String LOOP = "js_loop";

    /** The unsplit engine's loop, in the build for tests. */
    private static final String UNSPLIT_LOOP = "JS_CallInternal";

    /** Above the limit, and no harm: each runs once for a function that is compiled, or formats a message. */
    private static final Set<String> ACCEPTED = Set.of("resolve_labels", "printf_core");

    private HotFunctions() {}

    /** Whether a function's loops look at the interrupt counter by themselves. */
    static boolean pollsItself(String name) {
        return name.equals(LOOP) || name.equals(UNSPLIT_LOOP);
    }

    /** Fails the build when the JIT would leave a function to the bytecode interpreter. */
    static void check(WasmSource source, List<ClassNode> classes) {
        List<String> tooLarge = new ArrayList<>();
        for (ClassNode node : classes) {
            for (MethodNode method : node.methods) {
                String name = nameOf(source, method);
                int size = size(method);
                int limit = name.equals(LOOP) ? LOOP_AIM : NEVER_COMPILED;
                if (size > limit && !ACCEPTED.contains(name)) {
                    tooLarge.add(name + " has " + size + " bytes, the limit is " + limit);
                }
            }
        }
        if (!tooLarge.isEmpty()) {
            throw new BuildFailure("methods that the JIT does not compile: " + tooLarge);
        }
    }

    /** The largest methods, for the build's log. */
    static List<String> largest(WasmSource source, List<ClassNode> classes, int count) {
        return classes.stream()
                .flatMap(node -> node.methods.stream())
                .sorted((a, b) -> Integer.compare(size(b), size(a)))
                .limit(count)
                .map(method -> nameOf(source, method) + " " + size(method))
                .toList();
    }

    private static String nameOf(WasmSource source, MethodNode method) {
        return method.name.startsWith("func_")
                ? source.functionName(Integer.parseInt(method.name.substring("func_".length())))
                : method.name;
    }

    private static int size(MethodNode method) {
        var evaluator = new CodeSizeEvaluator(null);
        method.accept(evaluator);
        return evaluator.getMaxSize();
    }
}
