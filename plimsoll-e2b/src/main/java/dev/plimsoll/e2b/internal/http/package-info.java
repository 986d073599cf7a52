/** Calls over OkHttp that an interrupt ends and whose answers are bounded. */
@NullMarked
package dev.plimsoll.e2b.internal.http;

import org.jspecify.annotations.NullMarked;
