/** Speaks with envd, the daemon in a microVM: processes and files, over Connect's protocol. */
@NullMarked
package dev.plimsoll.e2b.internal.envd;

import org.jspecify.annotations.NullMarked;
