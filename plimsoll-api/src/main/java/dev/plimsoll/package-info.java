/**
 * The facade: open a {@link dev.plimsoll.Sandbox}, run code in it, read what the wall around the run was.
 *
 * <p>{@link dev.plimsoll.run} has the requests and results, {@link dev.plimsoll.isolation} the tiers, {@link dev.plimsoll.error}
 * what is thrown and what may be retried, {@link dev.plimsoll.receipt} the receipts. An artifact with a provider has to be there
 * at run time, such as {@code plimsoll-wasm}; without one that is named, nothing runs.
 */
@NullMarked
package dev.plimsoll;

import org.jspecify.annotations.NullMarked;
