package dev.plimsoll.error;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.RequestId;
import dev.plimsoll.run.RunResult;
import java.util.Objects;

/**
 * The code ran, and behind a weaker wall than was asked for and promised. Never retry; find out why. The result is
 * there, since what happened has happened.
 *
 * @since 0.1
 */
public final class IsolationEvidenceMismatchException extends OutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    private final Isolation required;
    private final transient RunResult result;

    /**
     * Makes the exception.
     *
     * @param required the floor
     * @param result what came back, with the evidence it ran under
     * @param requestId the run
     */
    public IsolationEvidenceMismatchException(Isolation required, RunResult result, RequestId requestId) {
        super(
                "the run at provider " + result.provider() + " came back with isolation "
                        + result.isolation().text() + ", below the floor " + required.text()
                        + " that it was promised; it did run",
                requestId,
                null);
        this.required = required;
        this.result = Objects.requireNonNull(result, "result");
    }

    /** Returns the floor. */
    public Isolation required() {
        return required;
    }

    /** Returns what came back. */
    public RunResult result() {
        return result;
    }
}
