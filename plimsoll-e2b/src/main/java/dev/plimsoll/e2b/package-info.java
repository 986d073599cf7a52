/** Runs code in microVMs at E2B; an application needs nothing of it but the provider's id. */
@NullMarked
package dev.plimsoll.e2b;

import org.jspecify.annotations.NullMarked;
