/**
 * Runs code in one-shot containers: tier {@code container} under runc, tier {@code kernel} where gVisor is seen from
 * inside. {@link dev.plimsoll.docker.DockerProvider} says what the wall is and what it is not.
 */
@NullMarked
package dev.plimsoll.docker;

import org.jspecify.annotations.NullMarked;
