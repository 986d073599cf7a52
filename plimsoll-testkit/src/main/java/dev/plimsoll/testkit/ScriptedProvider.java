package dev.plimsoll.testkit;

import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.spi.Capability;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProviderOptions;
import dev.plimsoll.spi.SandboxBackend;
import dev.plimsoll.spi.SandboxProvider;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Plays a script instead of running anything. */
final class ScriptedProvider implements SandboxProvider, SandboxBackend {
    private final Queue<ScriptedRun> script = new ArrayDeque<>();
    private final List<RunRequest> requests = new ArrayList<>();
    private Evidence evidence;
    private @Nullable Function<? super JavaScriptRequest, ScriptedRun> otherwise;
    private @Nullable Supplier<? extends RuntimeException> evidenceFault;

    ScriptedProvider(Isolation tier) {
        this.evidence = Evidence.of(tier, "scripted");
    }

    synchronized void append(List<ScriptedRun> runs) {
        script.addAll(runs);
    }

    synchronized void otherwise(Function<? super JavaScriptRequest, ScriptedRun> newOtherwise) {
        otherwise = newOtherwise;
    }

    synchronized void state(Isolation tier) {
        evidence = Evidence.of(tier, "scripted");
    }

    synchronized void failEvidence(Supplier<? extends RuntimeException> fault) {
        evidenceFault = fault;
    }

    synchronized List<RunRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public String id() {
        return "scripted";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public SandboxBackend create(ProviderOptions options) {
        return this;
    }

    @Override
    public synchronized Evidence evidence() {
        if (evidenceFault != null) {
            throw evidenceFault.get();
        }
        return evidence;
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.JAVASCRIPT, Capability.DETERMINISM);
    }

    @Override
    public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) throws InterruptedException {
        return take(dispatch.request()).play(dispatch, evidence());
    }

    private synchronized ScriptedRun take(JavaScriptRequest request) {
        requests.add(request);
        ScriptedRun next = script.poll();
        if (next != null) {
            return next;
        }
        if (otherwise == null) {
            throw new IllegalStateException("the script has no run left; add one with next or otherwise");
        }
        return otherwise.apply(request);
    }

    @Override
    public void close() {}
}
