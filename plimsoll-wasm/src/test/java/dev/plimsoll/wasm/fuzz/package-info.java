/** Fuzzing of the engine with JavaScript programs. */
@org.jspecify.annotations.NullMarked
package dev.plimsoll.wasm.fuzz;
