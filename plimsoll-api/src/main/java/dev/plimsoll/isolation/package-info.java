/** How strong the wall around a run is, and what that statement rests on. */
@NullMarked
package dev.plimsoll.isolation;

import org.jspecify.annotations.NullMarked;
