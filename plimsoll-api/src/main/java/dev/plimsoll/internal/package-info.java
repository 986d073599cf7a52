/** The facade's machinery; not exported. */
@NullMarked
package dev.plimsoll.internal;

import org.jspecify.annotations.NullMarked;
