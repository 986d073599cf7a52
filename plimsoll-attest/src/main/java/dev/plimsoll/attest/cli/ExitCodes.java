package dev.plimsoll.attest.cli;

/** What the program's exit codes mean. */
final class ExitCodes {
    /** Everything holds. */
    static final int OK = 0;
    /** The bundle, an exchange or a key is not acceptable. */
    static final int REFUSED = 1;
    /** The command line is not right. */
    static final int USAGE = 2;
    /** A file could not be read or written, or the provider could not be opened. */
    static final int UNAVAILABLE = 3;
    /** The bundle holds, but not every run came out the same. */
    static final int DIFFERENT = 4;

    private ExitCodes() {}
}
