/** What a provider of sandboxes, or a broker of host APIs, implements. */
@NullMarked
package dev.plimsoll.spi;

import org.jspecify.annotations.NullMarked;
