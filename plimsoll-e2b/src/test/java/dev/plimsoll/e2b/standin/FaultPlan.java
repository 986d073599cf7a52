package dev.plimsoll.e2b.standin;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which faults are still to come, stage by stage. Thread-safe. */
public final class FaultPlan {
    private static final int FOR_EVER = Integer.MAX_VALUE;

    private final Map<Stage, Deque<Planned>> planned = new EnumMap<>(Stage.class);

    private record Planned(Fault fault, int times) {}

    /** The next request at this stage meets the fault; faults of one stage queue up. */
    public FaultPlan next(Stage stage, Fault fault) {
        return next(stage, fault, 1);
    }

    /** The next requests at this stage meet the fault. */
    public synchronized FaultPlan next(Stage stage, Fault fault, int times) {
        planned.computeIfAbsent(stage, unused -> new ArrayDeque<>()).add(new Planned(fault, times));
        return this;
    }

    /** Every request at this stage meets the fault, until {@link #clear}. */
    public FaultPlan always(Stage stage, Fault fault) {
        return next(stage, fault, FOR_EVER);
    }

    /** Forgets all faults to come. */
    public synchronized void clear() {
        planned.clear();
    }

    /** What has not struck yet, so that a test can tell that its fault did. */
    public synchronized List<Stage> pending() {
        return planned.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    synchronized Optional<Fault> take(Stage stage) {
        Deque<Planned> queue = planned.get(stage);
        if (queue == null || queue.isEmpty()) {
            return Optional.empty();
        }
        Planned head = queue.remove();
        if (head.times() == FOR_EVER) {
            queue.addFirst(head);
        } else if (head.times() > 1) {
            queue.addFirst(new Planned(head.fault(), head.times() - 1));
        }
        return Optional.of(head.fault());
    }
}
