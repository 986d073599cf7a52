package dev.plimsoll.e2b.standin;

/** Where in a sandbox's life a {@link Fault} strikes. */
public enum Stage {
    /** A create request has arrived; nothing exists yet. */
    CREATE,
    /** The microVM exists; the answer to its create request has not left. */
    CREATED,
    /** A request for one sandbox's details. */
    GET,
    /** A request for the list of sandboxes. */
    LIST,
    /** A request to set a sandbox's end. */
    TIMEOUT,
    /** A request to kill a sandbox; it still runs. */
    KILL,
    /** The sandbox was killed; the answer has not left. */
    KILLED,
    /** A file is about to be written. */
    FILE_WRITE,
    /** A file is about to be read. */
    FILE_READ,
    /** A call of envd's filesystem service. */
    FILE_CALL,
    /** A process start has arrived; no process exists yet. */
    START,
    /** The process exists and nothing was said about it yet, not even its start event. */
    STARTED,
    /** The start event has left; none of the output has. */
    STREAM,
    /** The process has ended and all its output has left; the end event has not. */
    END,
    /** A signal to a process. */
    SIGNAL,
    /** Input for a process, or its end. */
    STDIN,
    /** A health probe. */
    HEALTH
}
