package dev.plimsoll.receipt;

import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.ModuleRun;
import dev.plimsoll.run.ProgramResult;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.StepResult;

/** Writes a result's fields in the order of the encoding. */
final class ResultEncoding {
    private ResultEncoding() {}

    static void write(FieldDigest out, RunResult result) {
        out.domain("plimsoll.run-result.v1").text("kind", result.kind().text());
        if (result instanceof ProgramResult program) {
            program(out, program);
        } else if (result instanceof ProjectResult project) {
            project(out, project);
        } else {
            module(out, (ModuleResult) result);
        }
    }

    private static void program(FieldDigest out, ProgramResult result) {
        out.number("exit_code", result.exitCode())
                .bool("timed_out", result.timedOut())
                .bytes("stdout", result.stdout().bytes())
                .bytes("stderr", result.stderr().bytes())
                .bool("stdout_truncated", result.stdout().truncated())
                .bool("stderr_truncated", result.stderr().truncated());
        if (result instanceof CellResult cell) {
            out.bool("interpreter_started", cell.interpreterStarted())
                    .bool("interpreter_ended", cell.interpreterEnded());
        }
    }

    private static void project(FieldDigest out, ProjectResult result) {
        out.number("outcome", result.outcome().code())
                .text("outcome_detail", result.outcomeDetail())
                .bool("artifacts_truncated", result.artifactsTruncated())
                .number("steps", result.steps().size());
        for (StepResult step : result.steps()) {
            out.text("step_command", step.command())
                    .number("step_exit_code", step.exitCode())
                    .bool("step_timed_out", step.timedOut())
                    .bytes("step_stdout", step.stdout().bytes())
                    .bytes("step_stderr", step.stderr().bytes())
                    .bool("step_stdout_truncated", step.stdout().truncated())
                    .bool("step_stderr_truncated", step.stderr().truncated());
        }
        out.number("artifacts", result.artifacts().size());
        for (Artifact artifact : result.artifacts()) {
            out.text("artifact_path", artifact.path()).bytes("artifact_content", artifact.content());
        }
    }

    private static void module(FieldDigest out, ModuleResult result) {
        out.number("outcome", result.outcome().code())
                .text("outcome_detail", result.outcomeDetail())
                .number("width", result.width())
                .bytes("stdout", result.stdout().bytes())
                .bytes("stderr", result.stderr().bytes())
                .number("runs", result.runs().size());
        for (ModuleRun run : result.runs()) {
            out.number("run_status", run.status()).doubles("run_outputs", run.outputs());
        }
    }
}
