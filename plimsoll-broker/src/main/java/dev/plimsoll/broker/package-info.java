/** The broker: makes granted calls for code in a sandbox, with a credential that the sandbox never sees. */
@NullMarked
package dev.plimsoll.broker;

import org.jspecify.annotations.NullMarked;
