package dev.plimsoll.e2b.internal.envd;

/** Is told what a process does, by one thread, and never after {@link EnvdClient#run} returned. */
public interface ProcessWatch {
    /** The process is there. */
    default void started(long pid) {}

    /**
     * It printed.
     *
     * @param error whether to standard error
     * @param bytes what; not to be kept or changed
     * @return false to hear no more of it
     */
    boolean printed(boolean error, byte[] bytes);
}
