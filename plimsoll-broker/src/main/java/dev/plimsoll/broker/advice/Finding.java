package dev.plimsoll.broker.advice;

import dev.plimsoll.grant.Route;
import java.util.Objects;
import java.util.Optional;

/**
 * One finding about a run's calls.
 *
 * @param kind what was found
 * @param route the route that was called
 * @param better the route that would have done, for the kinds that know one
 * @param calls how many calls it was
 * @param bytes how many bytes the responses had together
 * @since 0.1
 */
public record Finding(Kind kind, Route route, Optional<Route> better, long calls, long bytes) {
    /** What was found. */
    public enum Kind {
        /** One call per item, where the grant lists a route to the whole collection. */
        FAN_OUT,
        /** One call per item, where the API has a route to the whole collection that the grant does not list. */
        FAN_OUT_OUTSIDE_GRANT,
        /** The same resource, read several times. */
        REPEATED_READ
    }

    /** Checks the members. */
    public Finding {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(route, "route");
        Objects.requireNonNull(better, "better");
    }

    /** Returns the finding as a sentence of route templates and numbers. */
    public String text() {
        String called = route + " was called " + calls + " times (" + bytes + " bytes)";
        String instead = better.map(Route::toString).orElse("");
        return switch (kind) {
            case FAN_OUT -> called + ", once per item; " + instead + " is granted and may return the items in one call";
            case FAN_OUT_OUTSIDE_GRANT ->
                called + ", once per item; the API has " + instead + ", which the grant does not list";
            case REPEATED_READ -> called + "; keep its answer in a variable";
        };
    }
}
