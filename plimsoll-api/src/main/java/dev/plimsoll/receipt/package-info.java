/** Digests of what was asked and of what came back, and checks over them. */
@NullMarked
package dev.plimsoll.receipt;

import org.jspecify.annotations.NullMarked;
