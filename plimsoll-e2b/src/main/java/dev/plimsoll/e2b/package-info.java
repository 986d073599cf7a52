/**
 * Runs code in microVMs at E2B, tier {@code vm}. An application needs the provider's id, and a {@link
 * dev.plimsoll.e2b.E2bGuard} if its runs are granted anything; {@link dev.plimsoll.e2b.E2bProvider} lists the options.
 */
@NullMarked
package dev.plimsoll.e2b;

import org.jspecify.annotations.NullMarked;
