/** Makers of the credential that the broker uses for one run. */
@NullMarked
package dev.plimsoll.broker.mint;

import org.jspecify.annotations.NullMarked;
