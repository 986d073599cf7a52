/**
 * Runs QuickJS, compiled to WebAssembly and from there to the classes beside these, in a memory of its own.
 *
 * <p>The generated classes are static methods over an {@link dev.plimsoll.wasm.internal.engine.EngineMemory}; they touch
 * nothing else of the JVM than that class, {@code EngineOps} and arithmetic.
 */
@NullMarked
package dev.plimsoll.wasm.internal.engine;

import org.jspecify.annotations.NullMarked;
