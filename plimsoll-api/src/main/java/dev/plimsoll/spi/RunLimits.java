package dev.plimsoll.spi;

/**
 * The bounds of one run, with every default filled in.
 *
 * @param memoryBytes the most memory
 * @param outputBytes the most bytes of each stream that are kept
 * @param artifactBytes the most bytes of all artifacts together
 * @param maxProcesses the most processes and threads; under gVisor this counts the host's tasks
 * @since 0.1
 */
public record RunLimits(long memoryBytes, int outputBytes, long artifactBytes, int maxProcesses) {}
