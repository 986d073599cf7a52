package dev.plimsoll.e2b.internal.envd;

/** How a process that was watched came to its end, for the one who watched. */
public sealed interface ProcessEnd {
    /**
     * It ended by itself, or by a signal.
     *
     * @param exitCode its exit code, 0 to 255; 128 and the signal's number for a signal
     */
    record Exited(int exitCode) implements ProcessEnd {}

    /** The deadline came first; the process may still be there. */
    record Overdue() implements ProcessEnd {}

    /** The watch wanted to hear no more; the process may still be there. */
    record Unheard() implements ProcessEnd {}
}
