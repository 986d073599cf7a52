/**
 * Signs receipts outside of the process that runs hostile code, keeps them in bundles, verifies them and runs them again.
 *
 * <p>An application hands {@link dev.plimsoll.attest.Exchange}s over; {@link dev.plimsoll.attest.BundleWriter} signs them with a
 * {@link dev.plimsoll.attest.SigningKey}, {@link dev.plimsoll.attest.BundleVerifier} checks them with the public {@link
 * dev.plimsoll.attest.VerifyKey}, and {@link dev.plimsoll.attest.Replay} runs them again. Signatures are Ed25519 over in-toto
 * statements in DSSE envelopes.
 */
@NullMarked
package dev.plimsoll.attest;

import org.jspecify.annotations.NullMarked;
