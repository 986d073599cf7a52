/** The facade: open a {@link dev.plimsoll.Sandbox}, run code in it, read what the wall around the run was. */
@NullMarked
package dev.plimsoll;

import org.jspecify.annotations.NullMarked;
