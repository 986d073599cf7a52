package dev.plimsoll.wasm.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.objectweb.asm.tree.ClassNode;

/**
 * The build's entry point: {@code BuildEngine WASM PREFIX RUNTIME OUTPUT PRELUDE}.
 *
 * <p>Writes the classes of the engine and its heap image below OUTPUT. RUNTIME is the folder of the runtime's classes, which
 * the image needs to be made, and in which the memory's class is rewritten ({@link MemoryAccessors}); PRELUDE the folder of
 * the prelude's sources. With the system property {@code plimsoll.build.sizes} the largest methods are listed.
 */
final class BuildEngine {
    private static final String UNSPLIT = "Unsplit";

    private BuildEngine() {}

    /** Runs the build step; the arguments are those of the class comment. */
    public static void main(String[] args) throws IOException {
        String prefix = args[1];
        Path runtime = Path.of(args[2]);
        Path output = Path.of(args[3]);
        var source = new WasmSource(Files.readAllBytes(Path.of(args[0])));
        List<ClassNode> classes = EngineClasses.make(source, prefix);
        if (Boolean.getBoolean("plimsoll.build.sizes")) {
            HotFunctions.largest(source, classes, 40).forEach(System.out::println);
        }
        if (!prefix.equals(UNSPLIT)) {
            HotFunctions.check(source, classes);
            MemoryAccessors.keepOutOfLine(runtime);
        }
        RuntimeCalls.check(classes, runtime);
        for (ClassNode node : classes) {
            Path file = output.resolve(node.name + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, EngineClasses.bytes(node));
        }
        HeapImage.write(source, prefix, List.of(runtime, output), Path.of(args[4]));
    }
}
