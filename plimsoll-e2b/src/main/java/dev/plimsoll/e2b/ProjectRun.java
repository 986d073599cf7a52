package dev.plimsoll.e2b;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.e2b.internal.envd.ProcessEnd;
import dev.plimsoll.e2b.internal.envd.ProcessSpec;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.OutputSink;
import dev.plimsoll.spi.ProgramOutcome;
import dev.plimsoll.spi.ProjectOutcome;
import dev.plimsoll.spi.StepOutcome;
import dev.plimsoll.spi.StepOutput;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One project in a microVM of its own: files, steps, artifacts. */
final class ProjectRun {
    private static final int MAX_DETAIL_BYTES = 64;

    private final OpenRun<ProjectRequest> run;
    private final Dispatch<ProjectRequest> dispatch;
    private final MicroVm vm;
    private final TransferBudget budget;
    private final List<StepOutcome> steps = new ArrayList<>();
    private boolean memoryExceeded;

    ProjectRun(OpenRun<ProjectRequest> run) {
        this.run = run;
        this.dispatch = run.dispatch();
        this.vm = run.vm();
        this.budget = run.newBudget();
    }

    ProjectOutcome run() throws InterruptedException {
        vm.stage(dispatch, run.files().forProject(job()));
        Optional<ProjectOutcome> fault = setUp();
        if (fault.isPresent()) {
            return fault.get();
        }
        for (int i = 0; i < dispatch.request().steps().size(); i++) {
            StepOutput output = dispatch.newStepOutput();
            GuestOutput watch = new GuestOutput(output.stdout(), output.stderr(), budget);
            ProcessEnd end = vm.run(dispatch, process("step", Integer.toString(i)), watch);
            if (end instanceof ProcessEnd.Overdue) {
                steps.add(new StepOutcome(ProgramOutcome.EXIT_TIMED_OUT, true, output));
                return outcome(Outcome.TIMED_OUT, "");
            }
            if (end instanceof ProcessEnd.Unheard) {
                watch.markTruncated();
                steps.add(new StepOutcome(TransferBudget.EXIT_SPENT, false, output));
                return outcome(Outcome.COMPLETED, "the output was larger than what is transferred");
            }
            int exitCode = end instanceof ProcessEnd.Exited exited ? exited.exitCode() : 0;
            steps.add(new StepOutcome(exitCode, false, output));
            if (exitCode != 0) {
                memoryExceeded = watch.saysHeapIsFull(exitCode) || kernelEndedIt();
                break;
            }
        }
        return bringBack();
    }

    /** The kernel says so, as far as the guest's side has noted it down. */
    private boolean kernelEndedIt() throws InterruptedException {
        return vm.read(dispatch, GuestFiles.OUT_OF_MEMORY, 1).isPresent();
    }

    private Optional<ProjectOutcome> setUp() throws InterruptedException {
        OutputSink said = new OutputSink(MAX_DETAIL_BYTES);
        GuestOutput watch = new GuestOutput(new OutputSink(0), said, new TransferBudget(1 << 20));
        ProcessEnd end = vm.prepare(dispatch, process("set-up", ""), watch);
        if (end instanceof ProcessEnd.Overdue) {
            return Optional.of(outcome(Outcome.TIMED_OUT, "the deadline came before the first step"));
        }
        if (end instanceof ProcessEnd.Exited exited && exited.exitCode() == 0) {
            return Optional.empty();
        }
        String code = said.toOutput().text().replaceAll("[^A-Za-z0-9_ ]", "");
        return Optional.of(outcome(Outcome.SETUP_FAILED, "the files could not be laid out: " + code));
    }

    private ProjectOutcome bringBack() throws InterruptedException {
        List<String> asked = dispatch.request().artifacts();
        if (asked.isEmpty()) {
            return outcome(Outcome.COMPLETED, "");
        }
        ArtifactReader reader = new ArtifactReader(asked, dispatch.limits().artifactBytes());
        ProcessEnd end = vm.run(dispatch, process("bring-back", ""), reader);
        if (end instanceof ProcessEnd.Overdue) {
            return outcome(Outcome.TIMED_OUT, "the deadline came before the artifacts were there");
        }
        boolean ended = end instanceof ProcessEnd.Exited exited && exited.exitCode() == 0;
        Optional<ArtifactReader.Artifacts> artifacts = ended ? reader.artifacts() : Optional.empty();
        return artifacts
                .map(found -> new ProjectOutcome(
                        Outcome.COMPLETED,
                        "",
                        memoryExceeded,
                        steps,
                        found.artifacts(),
                        found.truncated(),
                        run.evidence()))
                .orElseGet(
                        () -> outcome(Outcome.PROTOCOL_ERROR, "the artifacts are not as our own process writes them"));
    }

    private ProjectOutcome outcome(Outcome outcome, String detail) {
        return new ProjectOutcome(outcome, detail, memoryExceeded, steps, List.of(), false, run.evidence());
    }

    private ProcessSpec process(String verb, String argument) {
        return new ProcessSpec(
                "/bin/sh",
                List.of(
                        "-c",
                        "exec \"$0\" " + GuestFiles.FOLDER + "/project.cjs \"$@\"",
                        run.settings().node(),
                        verb,
                        argument),
                Map.of(),
                false);
    }

    private Bytes job() {
        JsonObject job = new JsonObject();
        JsonArray content = new JsonArray();
        for (ProjectFile file : dispatch.request().files()) {
            JsonObject entry = new JsonObject();
            entry.addProperty("path", file.path());
            entry.addProperty(
                    "content", Base64.getEncoder().encodeToString(file.content().toByteArray()));
            content.add(entry);
        }
        job.add("files", content);
        job.add("steps", array(dispatch.request().steps()));
        job.add("artifacts", array(dispatch.request().artifacts()));
        job.addProperty("artifactBytes", dispatch.limits().artifactBytes());
        return run.job(job);
    }

    private static JsonArray array(List<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }
}
