package dev.plimsoll.docker;

import java.io.IOException;

/** What came from inside is not what the runner sends. The message holds nothing of what came. */
final class BrokenProtocolException extends IOException {
    private static final long serialVersionUID = 1L;

    BrokenProtocolException(String message) {
        super(message);
    }
}
