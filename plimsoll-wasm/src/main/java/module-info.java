/** The in-process provider: QuickJS as WebAssembly, compiled to Java bytecode. */
module dev.plimsoll.wasm {
    requires transitive dev.plimsoll.api;
    requires static org.jspecify;
    requires org.slf4j;

    exports dev.plimsoll.wasm;

    provides dev.plimsoll.spi.SandboxProvider with
            dev.plimsoll.wasm.WasmProvider;
}
