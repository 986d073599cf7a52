/** What a run may call: routes of one API, through a broker that holds the credential outside the sandbox. */
@NullMarked
package dev.plimsoll.grant;

import org.jspecify.annotations.NullMarked;
