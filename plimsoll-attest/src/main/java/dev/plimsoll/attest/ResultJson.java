package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.Output;
import dev.plimsoll.run.ProgramResult;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.RunKind;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.StepResult;
import java.io.IOException;
import java.util.Arrays;

/** A result's fields in an exchange, without its record. */
final class ResultJson {
    private ResultJson() {}

    static void write(JsonGenerator json, RunResult result) throws IOException {
        json.writeStartObject();
        json.writeStringField("provider", result.provider());
        Evidence evidence = result.evidence();
        json.writeStringField("isolation", evidence.isolation().text());
        json.writeStringField("environment", evidence.environment());
        json.writeStringField("policy", evidence.policy());
        json.writeStringField("software_identity", evidence.softwareIdentity());
        if (result instanceof ProgramResult program) {
            program(json, program);
        } else if (result instanceof ProjectResult project) {
            project(json, project);
        } else {
            module(json, (ModuleResult) result);
        }
        json.writeEndObject();
    }

    private static void program(JsonGenerator json, ProgramResult result) throws IOException {
        json.writeNumberField("exit_code", result.exitCode());
        json.writeBooleanField("timed_out", result.timedOut());
        json.writeBooleanField("memory_exceeded", result.memoryExceeded());
        output(json, "stdout", result.stdout());
        output(json, "stderr", result.stderr());
        if (result instanceof CellResult cell) {
            json.writeBooleanField("interpreter_started", cell.interpreterStarted());
            json.writeBooleanField("interpreter_ended", cell.interpreterEnded());
        } else if (((JavaScriptResult) result).lastValue().isPresent()) {
            json.writeStringField(
                    "last_value", ((JavaScriptResult) result).lastValue().get());
        }
    }

    private static void project(JsonGenerator json, ProjectResult result) throws IOException {
        outcome(json, result.outcome(), result.outcomeDetail());
        json.writeBooleanField("memory_exceeded", result.memoryExceeded());
        json.writeArrayFieldStart("steps");
        for (StepResult step : result.steps()) {
            json.writeStartObject();
            json.writeStringField("command", step.command());
            json.writeNumberField("exit_code", step.exitCode());
            json.writeBooleanField("timed_out", step.timedOut());
            output(json, "stdout", step.stdout());
            output(json, "stderr", step.stderr());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("artifacts");
        for (Artifact artifact : result.artifacts()) {
            json.writeStartObject();
            json.writeStringField("path", artifact.path());
            CanonicalJson.bytes(json, "content", artifact.content());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeBooleanField("artifacts_truncated", result.artifactsTruncated());
    }

    private static void module(JsonGenerator json, ModuleResult result) throws IOException {
        outcome(json, result.outcome(), result.outcomeDetail());
        json.writeNumberField("width", result.width());
        output(json, "stdout", result.stdout());
        output(json, "stderr", result.stderr());
        CanonicalJson.bytes(json, "runs", PackedRows.packRuns(result.runs()));
    }

    private static void outcome(JsonGenerator json, Outcome outcome, String detail) throws IOException {
        json.writeStringField("outcome", outcome.text());
        json.writeStringField("outcome_detail", detail);
    }

    private static void output(JsonGenerator json, String name, Output output) throws IOException {
        json.writeObjectFieldStart(name);
        CanonicalJson.bytes(json, "bytes", output.bytes());
        json.writeNumberField("dropped_bytes", output.droppedBytes());
        json.writeBooleanField("truncated", output.truncated());
        json.writeEndObject();
    }

    static RunResult read(StrictJson json, RunKind kind, RunRecord record) {
        try {
            RunResult.Builder<?> builder = switch (kind) {
                case JAVASCRIPT ->
                    program(json, JavaScriptResult.builder())
                            .lastValue(json.has("/last_value") ? json.wellFormed("/last_value") : null);
                case CELL ->
                    program(json, CellResult.builder())
                            .interpreter(json.flag("/interpreter_started"), json.flag("/interpreter_ended"));
                case PROJECT -> project(json);
                case MODULE -> module(json);
            };
            return builder.provider(json.wellFormed("/provider"))
                    .evidence(new Evidence(
                            Isolation.parse(json.text("/isolation")),
                            json.text("/environment"),
                            json.text("/policy"),
                            json.text("/software_identity")))
                    .record(record)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new AttestationException("the result holds a value out of its range: " + e.getMessage(), e);
        }
    }

    private static <B extends ProgramResult.Builder<B>> B program(StrictJson json, B builder) {
        return builder.exitCode(json.integer("/exit_code"))
                .timedOut(json.flag("/timed_out"))
                .memoryExceeded(json.flag("/memory_exceeded"))
                .stdout(output(json, "/stdout"))
                .stderr(output(json, "/stderr"));
    }

    private static ProjectResult.Builder project(StrictJson json) {
        return ProjectResult.builder()
                .outcome(outcome(json), json.wellFormed("/outcome_detail"))
                .memoryExceeded(json.flag("/memory_exceeded"))
                .steps(RequestJson.list(json, "/steps", "/command", at -> step(json, at)))
                .artifacts(
                        RequestJson.list(json, "/artifacts", "/path", at -> artifact(json, at)),
                        json.flag("/artifacts_truncated"));
    }

    private static StepResult step(StrictJson json, String at) {
        return new StepResult(
                json.wellFormed(at + "/command"),
                json.integer(at + "/exit_code"),
                json.flag(at + "/timed_out"),
                output(json, at + "/stdout"),
                output(json, at + "/stderr"));
    }

    private static Artifact artifact(StrictJson json, String at) {
        return new Artifact(json.wellFormed(at + "/path"), json.bytes(at + "/content"));
    }

    private static ModuleResult.Builder module(StrictJson json) {
        return ModuleResult.builder()
                .outcome(outcome(json), json.wellFormed("/outcome_detail"))
                .width(json.integer("/width"))
                .stdout(output(json, "/stdout"))
                .stderr(output(json, "/stderr"))
                .runs(PackedRows.unpackRuns(json.bytes("/runs")));
    }

    private static Outcome outcome(StrictJson json) {
        String text = json.text("/outcome");
        return Arrays.stream(Outcome.values())
                .filter(outcome -> outcome.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new AttestationException("the result's outcome is unknown"));
    }

    private static Output output(StrictJson json, String path) {
        return new Output(
                json.bytes(path + "/bytes"), json.number(path + "/dropped_bytes"), json.flag(path + "/truncated"));
    }
}
