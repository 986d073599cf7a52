package dev.plimsoll.e2b;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does one thing if the JVM ends before this is closed. */
final class ShutdownHook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownHook.class);

    private final Thread thread;

    ShutdownHook(Runnable action) {
        this.thread = new Thread(action, "plimsoll-e2b-shutdown");
        Runtime.getRuntime().addShutdownHook(thread);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) { // the JVM is ending
            LOG.debug("a sandbox is closed while the JVM ends");
        }
    }
}
