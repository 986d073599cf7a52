/**
 * Runs JavaScript in the application's own process: QuickJS as WebAssembly, compiled to Java bytecode, tier {@code
 * process}. {@link dev.plimsoll.wasm.WasmProvider} says what the wall is and what it is not.
 */
@NullMarked
package dev.plimsoll.wasm;

import org.jspecify.annotations.NullMarked;
