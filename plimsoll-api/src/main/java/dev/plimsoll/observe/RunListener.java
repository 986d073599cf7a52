package dev.plimsoll.observe;

/**
 * Is told of every run once, after it ended or was refused.
 *
 * <p>Called on the thread of the run: be quick. Implementations are thread-safe. What they throw is logged and does not
 * change the run's result.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface RunListener {
    /** Takes note of a run. */
    void onRun(RunEvent event);
}
