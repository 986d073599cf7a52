package dev.plimsoll.attest.cli;

import java.io.PrintWriter;
import java.util.function.LongConsumer;

/** Shows on the error stream how far a long bundle has come. Not thread-safe. */
final class Progress implements LongConsumer, AutoCloseable {
    private static final long INTERVAL_NANOS = 500_000_000;
    /** Shorter bundles are verified before anybody could read a line about it. */
    private static final long LONG_BYTES = 8 << 20;

    private final PrintWriter err;
    private final long total;
    private final boolean shown;
    private long last = System.nanoTime();
    private boolean started;

    Progress(PrintWriter err, long total, boolean wanted) {
        this.err = err;
        this.total = total;
        this.shown = wanted && total >= LONG_BYTES;
    }

    @Override
    public void accept(long bytes) {
        long now = System.nanoTime();
        if (shown && (!started || now - last >= INTERVAL_NANOS)) {
            last = now;
            started = true;
            err.print("\rverified " + Math.min(100, bytes * 100 / total) + " % of " + (total >> 20) + " MiB");
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
