@NullMarked
package dev.plimsoll.wasm.internal.engine;

import org.jspecify.annotations.NullMarked;
