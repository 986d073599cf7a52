/**
 * Turns the engine's WebAssembly into the classes and the heap image that {@code plimsoll-wasm} ships.
 *
 * <p>Runs at build time only and is not published.
 */
@NullMarked
package dev.plimsoll.wasm.build;

import org.jspecify.annotations.NullMarked;
