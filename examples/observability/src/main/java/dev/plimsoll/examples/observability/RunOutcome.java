package dev.plimsoll.examples.observability;

import dev.plimsoll.observe.RunEvent;
import java.util.Locale;

/**
 * What became of a run, as few words as a dashboard needs. Nothing a guest can choose is among them: an exit code is either
 * zero or not.
 */
enum RunOutcome {
    OK,
    FAILED,
    TIMED_OUT,
    MEMORY_EXCEEDED,
    REFUSED,
    UNKNOWN;

    static RunOutcome of(RunEvent event) {
        return switch (event.disposition()) {
            case REFUSED -> REFUSED;
            case UNKNOWN -> UNKNOWN;
            case COMPLETED -> ofResult(event);
        };
    }

    private static RunOutcome ofResult(RunEvent event) {
        if (event.timedOut()) {
            return TIMED_OUT;
        }
        if (event.memoryExceeded()) {
            return MEMORY_EXCEEDED;
        }
        return event.exitCode().orElse(0) == 0 ? OK : FAILED;
    }

    /** Says why there is no result: a name from a closed set, or none. */
    static String cause(RunEvent event) {
        return event.refusal()
                .map(reason -> reason.name().toLowerCase(Locale.ROOT))
                .or(event::failure)
                .orElse("none");
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
