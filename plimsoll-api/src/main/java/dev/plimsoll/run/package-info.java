/** What is asked of a sandbox and what comes back. */
@NullMarked
package dev.plimsoll.run;

import org.jspecify.annotations.NullMarked;
