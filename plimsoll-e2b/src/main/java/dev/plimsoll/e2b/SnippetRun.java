package dev.plimsoll.e2b;

import com.google.gson.JsonObject;
import dev.plimsoll.e2b.internal.envd.FileContent;
import dev.plimsoll.e2b.internal.envd.ProcessEnd;
import dev.plimsoll.e2b.internal.envd.ProcessSpec;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.ProgramOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One snippet in a microVM of its own. */
final class SnippetRun {
    private static final int EXIT_ABORTED = 134;
    private static final int MAX_LAST_VALUE_BYTES = 64 << 10;
    /**
     * Node.js without an environment, its job on descriptor 3, a last value leaving on 4. Whom the template trusts it may
     * know: it needs that to reach a guard through E2B's own proxy.
     */
    private static final String SCRIPT = "mkdir -p " + GuestFiles.FOLDER + "/work && cd " + GuestFiles.FOLDER + "/work"
            + " && exec env -i TZ=UTC ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=\"$NODE_EXTRA_CA_CERTS\"} \"$(command -v \"$0\")\" --experimental-vm-modules"
            + " --disable-warning=ExperimentalWarning --max-old-space-size=\"$1\" ../guest.cjs"
            + " 3<../job.json 4>../last-value";

    private final Dispatch<JavaScriptRequest> dispatch;
    private final MicroVm vm;
    private final GuestFiles files;
    private final Optional<GuardedRun> guarded;
    private final String node;
    private final Evidence evidence;
    private final GuestOutput output;

    SnippetRun(
            Dispatch<JavaScriptRequest> dispatch,
            MicroVm vm,
            GuestFiles files,
            Optional<GuardedRun> guarded,
            E2bSettings settings,
            Evidence evidence) {
        this.dispatch = dispatch;
        this.vm = vm;
        this.files = files;
        this.guarded = guarded;
        this.node = settings.node();
        this.evidence = evidence;
        this.output =
                new GuestOutput(dispatch.stdout(), dispatch.stderr(), new TransferBudget(settings.transferBytes()));
    }

    ProgramOutcome run() throws InterruptedException {
        vm.stage(dispatch, files.forSnippet(job()));
        long mebibytes = Math.max(1, dispatch.limits().memoryBytes() >> 20);
        ProcessEnd end = vm.run(
                dispatch,
                new ProcessSpec("/bin/sh", List.of("-c", SCRIPT, node, Long.toString(mebibytes)), Map.of(), false),
                output);
        if (end instanceof ProcessEnd.Exited exited) {
            return exited(exited.exitCode());
        }
        if (end instanceof ProcessEnd.Unheard) {
            output.markTruncated();
            return ProgramOutcome.exited(TransferBudget.EXIT_SPENT, evidence);
        }
        return ProgramOutcome.timedOut(evidence);
    }

    private ProgramOutcome exited(int exitCode) throws InterruptedException {
        if (exitCode == EXIT_ABORTED && output.saysHeapIsFull()) {
            return ProgramOutcome.memoryExceeded(evidence);
        }
        ProgramOutcome outcome = ProgramOutcome.exited(exitCode, evidence);
        if (!dispatch.request().captureLastValue()) {
            return outcome;
        }
        return vm.read(dispatch, GuestFiles.LAST_VALUE, MAX_LAST_VALUE_BYTES)
                .map(FileContent::bytes)
                .filter(bytes -> !bytes.isEmpty())
                .map(bytes -> outcome.withLastValue(bytes.utf8()))
                .orElse(outcome);
    }

    private Bytes job() {
        JsonObject job = new JsonObject();
        job.addProperty("code", dispatch.request().code().text());
        job.addProperty("lastValue", dispatch.request().captureLastValue());
        guarded.ifPresent(run -> run.describe(job));
        return Bytes.utf8(job.toString());
    }
}
