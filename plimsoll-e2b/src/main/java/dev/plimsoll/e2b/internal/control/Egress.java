package dev.plimsoll.e2b.internal.control;

import dev.plimsoll.secret.Secret;

/**
 * The one host that a microVM may speak to, and what E2B adds to the requests on their way there.
 *
 * @param host the host's name
 * @param header the name of the header that is added outside of the microVM
 * @param value the header's value
 */
public record Egress(String host, String header, Secret value) {}
