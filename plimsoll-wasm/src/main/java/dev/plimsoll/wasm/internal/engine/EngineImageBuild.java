package dev.plimsoll.wasm.internal.engine;

/** Where the build comes in, by reflection, to make the heap image. */
final class EngineImageBuild {
    private EngineImageBuild() {}

    static byte[] make(String prefix, String engineHash, byte[] initialMemory, int stackPointer, String prelude) {
        return EngineImage.make(EngineCode.load(prefix), engineHash, initialMemory, stackPointer, prelude)
                .toBytes();
    }
}
