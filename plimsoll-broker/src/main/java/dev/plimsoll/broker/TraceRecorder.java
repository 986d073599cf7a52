package dev.plimsoll.broker;

import dev.plimsoll.grant.CallTrace;
import java.util.ArrayList;
import java.util.List;

/** Counts what a run called. Thread-safe. */
final class TraceRecorder {
    private final List<CallTrace.Call> calls = new ArrayList<>();
    private long denied;
    private long shed;
    private long dropped;

    synchronized void add(CallTrace.Call call) {
        if (calls.size() < CallTrace.MAX_CALLS) {
            calls.add(call);
        } else {
            dropped++;
        }
    }

    synchronized void denied() {
        denied++;
    }

    synchronized void shed() {
        shed++;
    }

    synchronized CallTrace trace() {
        return new CallTrace(calls, denied, shed, dropped);
    }
}
