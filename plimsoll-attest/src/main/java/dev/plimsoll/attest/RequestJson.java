package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.RunKind;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.SoftwareRule;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A request's fields in an exchange. */
final class RequestJson {
    private RequestJson() {}

    static void write(JsonGenerator json, RunRequest request) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", request.kind().text());
        common(json, request);
        if (request instanceof JavaScriptRequest snippet) {
            json.writeStringField("code", snippet.code().text());
            if (snippet.captureLastValue()) {
                json.writeBooleanField("capture_last_value", true);
            }
        } else if (request instanceof ProjectRequest project) {
            files(json, project.files());
            texts(json, "steps", project.steps());
            texts(json, "artifacts", project.artifacts());
        } else if (request instanceof ModuleRequest module) {
            json.writeStringField("model", module.model());
            CanonicalJson.bytes(json, "end_time", PackedRows.packNumber(module.endTime()));
            CanonicalJson.bytes(json, "step", PackedRows.packNumber(module.step()));
            CanonicalJson.bytes(json, "rows", PackedRows.packRows(module.rows()));
        } else {
            CellRequest cell = (CellRequest) request;
            json.writeStringField("language", cell.language());
            json.writeStringField("code", cell.code().text());
            files(json, cell.files());
        }
        json.writeEndObject();
    }

    private static void common(JsonGenerator json, RunRequest request) throws IOException {
        if (request.floor().isPresent()) {
            json.writeStringField("floor", request.floor().get().text());
        }
        if (request.timeout().isPresent()) {
            json.writeNumberField("timeout_ms", request.timeout().get().toMillis());
        }
        if (request.memoryBytes().isPresent()) {
            json.writeNumberField("memory_bytes", request.memoryBytes().getAsLong());
        }
        if (request.outputBytes().isPresent()) {
            json.writeNumberField("output_bytes", request.outputBytes().getAsInt());
        }
        if (request.software().isPresent()) {
            SoftwareRule rule = request.software().get();
            json.writeStringField("software_mode", rule.mode().text());
            texts(json, "software_identities", rule.identities());
        }
        if (request.isGranted()) {
            json.writeStringField("grant_profile", request.grantProfile());
        }
        if (request.determinism().isPresent()) {
            Determinism fixed = request.determinism().get();
            json.writeStringField("clock", fixed.clock().toString());
            json.writeStringField("tick", fixed.tick().toString());
            json.writeNumberField("seed", fixed.seed());
        }
    }

    private static void files(JsonGenerator json, List<ProjectFile> files) throws IOException {
        json.writeArrayFieldStart("files");
        for (ProjectFile file : files) {
            json.writeStartObject();
            json.writeStringField("path", file.path());
            CanonicalJson.bytes(json, "content", file.content());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void texts(JsonGenerator json, String name, List<String> texts) throws IOException {
        json.writeArrayFieldStart(name);
        for (String text : texts) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    static RunRequest read(StrictJson json) {
        String kind = json.text("/kind");
        if (kind.equals(RunKind.JAVASCRIPT.text())) {
            boolean capture = json.has("/capture_last_value");
            return common(
                            json,
                            JavaScriptRequest.builder(json.wellFormed("/code")).captureLastValue(capture))
                    .build();
        }
        if (kind.equals(RunKind.PROJECT.text())) {
            ProjectRequest.Builder builder = common(json, ProjectRequest.builder());
            files(json).forEach(builder::file);
            texts(json, "/steps").forEach(builder::step);
            texts(json, "/artifacts").forEach(builder::artifact);
            return builder.build();
        }
        if (kind.equals(RunKind.MODULE.text())) {
            ModuleRequest.Builder builder = common(json, ModuleRequest.builder(json.wellFormed("/model")))
                    .time(
                            PackedRows.unpackNumber(json.bytes("/end_time")),
                            PackedRows.unpackNumber(json.bytes("/step")));
            PackedRows.unpackRows(json.bytes("/rows")).forEach(row -> builder.row(row.toArray()));
            return builder.build();
        }
        if (kind.equals(RunKind.CELL.text())) {
            CellRequest.Builder builder =
                    common(json, CellRequest.builder(json.wellFormed("/language"), json.wellFormed("/code")));
            files(json).forEach(builder::file);
            return builder.build();
        }
        throw new AttestationException("the request's kind is unknown");
    }

    private static <B extends RunRequest.Builder<B>> B common(StrictJson json, B builder) {
        try {
            if (json.has("/floor")) {
                builder.floor(Isolation.parse(json.text("/floor")));
            }
            if (json.has("/timeout_ms")) {
                builder.timeout(Duration.ofMillis(json.number("/timeout_ms")));
            }
            if (json.has("/memory_bytes")) {
                builder.memoryBytes(json.number("/memory_bytes"));
            }
            if (json.has("/output_bytes")) {
                builder.outputBytes(json.integer("/output_bytes"));
            }
            if (json.has("/software_mode")) {
                String mode = json.text("/software_mode").toUpperCase(Locale.ROOT);
                builder.software(
                        new SoftwareRule(SoftwareRule.Mode.valueOf(mode), texts(json, "/software_identities")));
            }
            if (json.has("/grant_profile")) {
                builder.grantProfile(json.wellFormed("/grant_profile"));
            }
            if (json.has("/clock")) {
                builder.deterministic(new Determinism(
                        Instant.parse(json.text("/clock")), Duration.parse(json.text("/tick")), json.number("/seed")));
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new AttestationException("the request holds a value out of its range: " + e.getMessage(), e);
        }
        return builder;
    }

    private static List<ProjectFile> files(StrictJson json) {
        return list(json, "/files", "/path", at -> {
            return new ProjectFile(json.wellFormed(at + "/path"), json.bytes(at + "/content"));
        });
    }

    private static List<String> texts(StrictJson json, String path) {
        return list(json, path, "", json::wellFormed);
    }

    /** Reads an array whose elements are there as long as this part of them is. */
    static <T> List<T> list(StrictJson json, String path, String part, Function<String, T> element) {
        List<T> elements = new ArrayList<>();
        for (int i = 0; json.has(path + "/" + i + part); i++) {
            elements.add(element.apply(path + "/" + i));
        }
        return elements;
    }
}
