package dev.plimsoll.spi;

import dev.plimsoll.run.RequestId;
import java.util.Objects;

/**
 * What a backend is told when a session is opened.
 *
 * @param requestId the id of the opening, for refusals
 * @param language the language of the session's cells
 * @param limits the session's bounds
 * @param deadline when the opening has to be done
 * @since 0.1
 */
public record SessionOpening(RequestId requestId, String language, RunLimits limits, Deadline deadline) {
    /** Checks for nulls. */
    public SessionOpening {
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(language, "language");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(deadline, "deadline");
    }
}
