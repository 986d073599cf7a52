/** The connection to a container engine: where it is, how it is spoken to, and that it never holds a caller for ever. */
@NullMarked
package dev.plimsoll.docker.internal.engine;

import org.jspecify.annotations.NullMarked;
