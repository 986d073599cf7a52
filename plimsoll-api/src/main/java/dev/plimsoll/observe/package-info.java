/** What an application can watch of its runs: metadata, never code, output or credentials. */
@NullMarked
package dev.plimsoll.observe;

import org.jspecify.annotations.NullMarked;
