package dev.plimsoll.broker.internal.document;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong, so that an author sees every fault at once. Not thread-safe. */
public final class Faults {
    private static final int MAX_FAULTS = 100;

    private final List<Fault> faults = new ArrayList<>();

    /** Notes a fault where a value stands. */
    public void add(DocumentNode at, String message) {
        add(at.line(), at.column(), message);
    }

    /** Notes a fault; those beyond 100 are dropped. */
    public void add(int line, int column, String message) {
        if (faults.size() < MAX_FAULTS) {
            faults.add(new Fault(line, column, message));
        }
    }

    /** Tells whether there is none. */
    public boolean isEmpty() {
        return faults.isEmpty();
    }

    /** Returns the faults in the order of the document. */
    public List<Fault> inOrder() {
        return faults.stream()
                .sorted(Comparator.comparingInt(Fault::line).thenComparingInt(Fault::column))
                .toList();
    }
}
