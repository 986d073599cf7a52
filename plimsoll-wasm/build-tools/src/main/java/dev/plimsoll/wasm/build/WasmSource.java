package dev.plimsoll.wasm.build;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.internal.ByteClassCollector;
import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.ActiveElement;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * The engine's module, as Chicory parses and compiles it.
 *
 * <p>The only class that knows Chicory's API: its successor is a change here, and in {@link ChicoryNames} for the shape
 * of the code that it generates.
 */
final class WasmSource {
    private final WasmModule module;
    private final byte[] bytes;

    WasmSource(byte[] bytes) {
        this.bytes = bytes.clone();
        this.module = Parser.parse(bytes);
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /** The classes that Chicory makes of the module, by internal name. */
    Map<String, ClassNode> compile() {
        var collector = new ByteClassCollector();
        var result = Compiler.builder(module)
                .withClassName(ChicoryNames.MACHINE.replace('/', '.'))
                .withInterpreterFallback(InterpreterFallback.FAIL)
                .withClassCollectorFactory(() -> collector)
                .build()
                .compile();
        if (!result.interpretedFunctions().isEmpty()) {
            throw new BuildFailure("functions too large for a method: " + result.interpretedFunctions());
        }
        Map<String, ClassNode> classes = new HashMap<>();
        for (byte[] code : collector.classBytes().values()) {
            var node = new ClassNode();
            new ClassReader(code).accept(node, ClassReader.EXPAND_FRAMES);
            classes.put(node.name, node);
        }
        return classes;
    }

    /** The names of the imported functions, by their function index. */
    List<String> imports() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < module.importSection().importCount(); i++) {
            var imported = module.importSection().getImport(i);
            if (imported.importType() != ExternalType.FUNCTION
                    || !imported.module().equals("plimsoll")) {
                throw new BuildFailure("the engine imports " + imported);
            }
            names.add(imported.name());
        }
        return names;
    }

    /** The exported functions: name to function index. */
    Map<String, Integer> exports() {
        Map<String, Integer> exports = new TreeMap<>();
        for (int i = 0; i < module.exportSection().exportCount(); i++) {
            Export export = module.exportSection().getExport(i);
            if (export.exportType() == ExternalType.FUNCTION) {
                exports.put(export.name(), export.index());
            }
        }
        return exports;
    }

    /** The table of functions for indirect calls: index in the table to function index. It never changes. */
    Map<Integer, Integer> table() {
        Map<Integer, Integer> table = new TreeMap<>();
        for (Element element : module.elementSection().elements()) {
            if (!(element instanceof ActiveElement active) || active.tableIndex() != 0) {
                throw new BuildFailure("an element segment that is not for the one table");
            }
            int index = (int) constant(active.offset());
            for (List<Instruction> initializer : active.initializers()) {
                Instruction reference = initializer.get(0);
                if (reference.opcode() != OpCode.REF_FUNC) {
                    throw new BuildFailure("an element that is not a function");
                }
                table.put(index++, (int) reference.operand(0));
            }
        }
        return table;
    }

    /** The function's name in the C source, or its number. */
    String functionName(int index) {
        String name = module.nameSection() == null ? null : module.nameSection().nameOfFunction(index);
        return name == null ? "func_" + index : name;
    }

    /** The memory as the module starts with it. */
    byte[] initialMemory() {
        int pages = module.memorySection().orElseThrow().getMemory(0).limits().initialPages();
        byte[] memory = new byte[pages << 16];
        for (DataSegment segment : module.dataSection().dataSegments()) {
            if (!(segment instanceof ActiveDataSegment active)) {
                throw new BuildFailure("a passive data segment");
            }
            int offset = (int) constant(active.offsetInstructions());
            System.arraycopy(segment.data(), 0, memory, offset, segment.data().length);
        }
        return memory;
    }

    /** The shadow stack pointer as the module starts with it: global 0, by the linker's convention. */
    int initialStackPointer() {
        return (int) constant(module.globalSection().getGlobal(0).initInstructions());
    }

    private static long constant(List<Instruction> expression) {
        Instruction first = expression.get(0);
        if (first.opcode() != OpCode.I32_CONST) {
            throw new BuildFailure("not a constant: " + first);
        }
        return first.operand(0);
    }
}
