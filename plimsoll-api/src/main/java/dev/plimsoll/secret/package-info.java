/** A redacting holder for credentials. */
@NullMarked
package dev.plimsoll.secret;

import org.jspecify.annotations.NullMarked;
