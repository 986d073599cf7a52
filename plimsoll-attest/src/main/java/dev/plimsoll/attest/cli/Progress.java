package dev.plimsoll.attest.cli;

import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongConsumer;

/** Shows on the error stream how far a long bundle has come, each time that it is read. Not thread-safe. */
final class Progress implements LongConsumer, AutoCloseable {
    private static final long INTERVAL_NANOS = 500_000_000;
    /** Shorter bundles are verified before anybody could read a line about it. */
    private static final long LONG_BYTES = 8 << 20;

    private final PrintWriter err;
    private final long total;
    private final boolean shown;
    private final Iterator<String> words;
    private String word = "";
    private long lastBytes = Long.MAX_VALUE;
    private long last = System.nanoTime();
    private boolean started;

    /**
     * Shows nothing yet.
     *
     * @param words what is done to the bundle, a word for each time that it is read from its start
     */
    Progress(PrintWriter err, long total, boolean wanted, List<String> words) {
        this.err = err;
        this.total = total;
        this.shown = wanted && total >= LONG_BYTES;
        this.words = words.iterator();
    }

    @Override
    public void accept(long bytes) {
        if (bytes < lastBytes) { // from its start
            close();
            word = words.next();
        }
        lastBytes = bytes;
        long now = System.nanoTime();
        if (shown && (!started || now - last >= INTERVAL_NANOS)) {
            last = now;
            started = true;
            err.print("\r" + word + " " + Math.min(100, bytes * 100 / total) + " % of " + (total >> 20) + " MiB");
            err.flush();
        }
    }

    /** Ends the line. Idempotent. */
    @Override
    public void close() {
        if (started) {
            started = false;
            err.println();
        }
    }
}
