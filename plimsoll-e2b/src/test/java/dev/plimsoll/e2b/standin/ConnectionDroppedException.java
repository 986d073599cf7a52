package dev.plimsoll.e2b.standin;

import java.io.IOException;

/** Thrown to close the connection instead of ending the answer. */
final class ConnectionDroppedException extends IOException {
    private static final long serialVersionUID = 1L;

    ConnectionDroppedException(String why) {
        super(why);
    }
}
