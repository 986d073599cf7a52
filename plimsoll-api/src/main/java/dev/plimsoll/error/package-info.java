/** The two families of failures: nothing ran, or it may have run. */
@NullMarked
package dev.plimsoll.error;

import org.jspecify.annotations.NullMarked;
