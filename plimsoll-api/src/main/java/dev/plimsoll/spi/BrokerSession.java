package dev.plimsoll.spi;

import dev.plimsoll.grant.CallTrace;
import java.util.List;

/**
 * A broker's part of one run. Thread-safe.
 *
 * @since 0.1
 */
public interface BrokerSession extends AutoCloseable {
    /** Starts serving calls, all of which end by the run's deadline. Called once. */
    HostApi start(Deadline deadline);

    /** Returns what was called so far. */
    CallTrace trace();

    /** Returns findings about how the run used its grant, for its author. Called after {@link #close()}. */
    default List<String> advice() {
        return List.of();
    }

    /** Ends every call that is under way, and waits until none is; later calls are refused. Idempotent. */
    @Override
    void close();
}
