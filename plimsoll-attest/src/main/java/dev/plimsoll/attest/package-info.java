/** Ed25519 keys, and run records as signed in-toto statements in DSSE envelopes. */
@NullMarked
package dev.plimsoll.attest;

import org.jspecify.annotations.NullMarked;
