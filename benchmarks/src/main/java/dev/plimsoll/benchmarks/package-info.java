/** Benchmarks. See README.md. */
@NullMarked
package dev.plimsoll.benchmarks;

import org.jspecify.annotations.NullMarked;
