/** Reads YAML and JSON within bounds, with positions. Not part of the API. */
@NullMarked
package dev.plimsoll.broker.internal.document;

import org.jspecify.annotations.NullMarked;
