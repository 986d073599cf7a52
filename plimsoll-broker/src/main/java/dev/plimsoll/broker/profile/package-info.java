/** Grants by name, read from files that hold references to secrets and never the secrets themselves. */
@NullMarked
package dev.plimsoll.broker.profile;

import org.jspecify.annotations.NullMarked;
