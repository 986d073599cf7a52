/** Speaks with E2B's control plane: creates, finds and kills microVMs. */
@NullMarked
package dev.plimsoll.e2b.internal.control;

import org.jspecify.annotations.NullMarked;
