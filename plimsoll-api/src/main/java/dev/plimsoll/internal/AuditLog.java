package dev.plimsoll.internal;

import dev.plimsoll.error.IsolationEvidenceMismatchException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.PlimsollException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.observe.RunEvent;
import dev.plimsoll.observe.RunListener;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the listeners of a run and writes one line about it: metadata only. */
final class AuditLog {
    private static final Logger AUDIT = LoggerFactory.getLogger("dev.plimsoll.audit");
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    /** Enough for three digests and a trace id, so that the line is not copied while it grows. */
    private static final int USUAL_LINE = 512;

    private final List<RunListener> listeners;

    AuditLog(List<RunListener> listeners) {
        this.listeners = List.copyOf(listeners);
    }

    /** Takes note of a run that has a result. */
    void result(String provider, RunRequest request, Attempt attempt, RunResult result) {
        if (isWanted()) {
            write(event(provider, request, attempt, null, null, result));
        }
    }

    /** Takes note of a run that ended with an exception. */
    void failure(String provider, RunRequest request, Attempt attempt, PlimsollException failure) {
        if (isWanted()) {
            RefusalReason reason = failure instanceof NotDispatchedException refusal ? refusal.reason() : null;
            RunResult result =
                    failure instanceof IsolationEvidenceMismatchException mismatch ? mismatch.result() : null;
            write(event(provider, request, attempt, reason, failure.getClass().getSimpleName(), result));
        }
    }

    private boolean isWanted() {
        return !listeners.isEmpty() || AUDIT.isInfoEnabled();
    }

    private static RunEvent event(
            String provider,
            RunRequest request,
            Attempt attempt,
            @Nullable RefusalReason reason,
            @Nullable String failure,
            @Nullable RunResult result) {
        return new RunEvent(
                attempt.requestId(),
                request.kind(),
                provider,
                attempt.isolation(),
                attempt.elapsed(),
                RequestValidator.traceId(request).orElse(null),
                reason,
                failure,
                result);
    }

    private void write(RunEvent event) {
        for (RunListener listener : listeners) {
            try {
                listener.onRun(event);
            } catch (Throwable e) { // a listener's fault must not change what the run's caller gets
                LOG.warn("listener {} failed", listener.getClass().getName(), e);
            }
        }
        if (AUDIT.isInfoEnabled()) {
            AUDIT.info(line(event));
        }
    }

    private static String line(RunEvent event) {
        StringBuilder line = new StringBuilder(USUAL_LINE)
                .append("run ")
                .append(event.requestId())
                .append(" kind=")
                .append(event.kind().text())
                .append(" provider=")
                .append(event.provider())
                .append(" isolation=")
                .append(event.isolation().text())
                .append(" disposition=")
                .append(event.disposition());
        event.refusal().ifPresent(reason -> line.append(" reason=").append(reason));
        event.failure().ifPresent(failure -> line.append(" failure=").append(failure));
        event.exitCode().ifPresent(code -> line.append(" exit=").append(code));
        if (event.timedOut()) {
            line.append(" timed_out");
        }
        if (event.memoryExceeded()) {
            line.append(" memory_exceeded");
        }
        line.append(" output=").append(event.outputBytes());
        line.append(" ms=").append(event.duration().toMillis());
        event.traceId().ifPresent(id -> line.append(" trace=").append(id));
        event.record().ifPresent(record -> digests(line, record));
        return line.toString();
    }

    private static void digests(StringBuilder line, RunRecord record) {
        line.append(" request=").append(record.requestSha256());
        line.append(" result=").append(record.resultSha256());
        line.append(" record=").append(record.recordSha256());
    }
}
