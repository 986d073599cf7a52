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

/** One snippet in a microVM of its own. */
final class SnippetRun {
    private static final int MAX_LAST_VALUE_BYTES = 64 << 10;
    /**
     * Node.js without an environment, its job on descriptor 3, a last value leaving on 4. Whom the template trusts it may
     * know: it needs that to reach a guard through E2B's own proxy.
     */
    private static final String SCRIPT = "mkdir -p " + GuestFiles.FOLDER + "/work && cd " + GuestFiles.FOLDER + "/work"
            + " && exec env -i TZ=UTC ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS=\"$NODE_EXTRA_CA_CERTS\"} \"$(command -v \"$0\")\" --experimental-vm-modules"
            + " --disable-warning=ExperimentalWarning --max-old-space-size=\"$1\" ../guest.cjs"
            + " 3<../job.json 4>../last-value";

    private final OpenRun<JavaScriptRequest> run;
    private final Dispatch<JavaScriptRequest> dispatch;
    private final MicroVm vm;
    private final Evidence evidence;
    private final GuestOutput output;

    SnippetRun(OpenRun<JavaScriptRequest> run) {
        this.run = run;
        this.dispatch = run.dispatch();
        this.vm = run.vm();
        this.evidence = run.evidence();
        this.output = new GuestOutput(dispatch.stdout(), dispatch.stderr(), run.newBudget());
    }

    ProgramOutcome run() throws InterruptedException {
        vm.stage(dispatch, run.files().forSnippet(job()));
        long mebibytes = Math.max(1, dispatch.limits().memoryBytes() >> 20);
        ProcessEnd end = vm.run(
                dispatch,
                new ProcessSpec(
                        "/bin/sh",
                        List.of("-c", SCRIPT, run.settings().node(), Long.toString(mebibytes)),
                        Map.of(),
                        false),
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
        if (output.saysHeapIsFull(exitCode)) {
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
        return run.job(job);
    }
}
