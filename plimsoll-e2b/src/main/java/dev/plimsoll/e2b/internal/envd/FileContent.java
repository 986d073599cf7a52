package dev.plimsoll.e2b.internal.envd;

import dev.plimsoll.run.Bytes;

/**
 * What was read of a file.
 *
 * @param bytes its first bytes
 * @param cut whether it is longer
 */
public record FileContent(Bytes bytes, boolean cut) {}
