package dev.plimsoll.grant;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a run called: metadata only. By construction there is no place for a path, a query, a body or a token.
 *
 * @param calls the calls that matched a route, in the order they ended; at most {@value #MAX_CALLS}
 * @param denied how many calls were refused because no route allows them, they were malformed, or the budget was spent
 * @param shed how many calls were answered by the broker alone while the API asked for quiet
 * @param dropped how many calls are missing from the list because it was full
 * @since 0.1
 */
public record CallTrace(List<Call> calls, long denied, long shed, long dropped) {
    /** The most calls that a trace lists. */
    public static final int MAX_CALLS = 1_000;

    private static final CallTrace NONE = new CallTrace(List.of(), 0, 0, 0);

    /** Copies the list. */
    public CallTrace {
        calls = List.copyOf(calls);
        if (calls.size() > MAX_CALLS) {
            throw new IllegalArgumentException("a trace lists at most " + MAX_CALLS + " calls");
        }
    }

    /** Returns the trace of a run that called nothing. */
    public static CallTrace none() {
        return NONE;
    }

    /**
     * One call.
     *
     * @param route the route that allowed it, with its {@code *}
     * @param status the status that came back, 0 when none did
     * @param delivered whether the guest was given the response
     * @param requestBytes the size of the request's body
     * @param responseBytes the size of the response's body, as far as it was read
     * @param latency the time from the guest's call to its answer
     */
    public record Call(
            Route route, int status, boolean delivered, long requestBytes, long responseBytes, Duration latency) {
        /** Checks the members. */
        public Call {
            Objects.requireNonNull(route, "route");
            Objects.requireNonNull(latency, "latency");
        }
    }
}
