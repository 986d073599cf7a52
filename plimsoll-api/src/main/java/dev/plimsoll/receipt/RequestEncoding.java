package dev.plimsoll.receipt;

import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.Doubles;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.SoftwareRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a request's fields in the order of the encoding. */
final class RequestEncoding {
    private RequestEncoding() {}

    static void write(FieldDigest out, RunRequest request, int protocol) {
        out.domain("plimsoll.run-request.v" + protocol)
                .number("protocol", protocol)
                .text("minimum_isolation", request.floor().map(Isolation::text).orElse(""))
                .number("timeout_ms", request.timeout().map(Duration::toMillis).orElse(0L));
        if (protocol >= 2) {
            software(out, request.software().orElse(null));
        }
        out.text("kind", request.kind().text());
        if (request instanceof JavaScriptRequest snippet) {
            out.bytes("code", snippet.code().utf8());
            out.text("grant_profile", request.grantProfile());
        } else if (request instanceof ProjectRequest project) {
            project(out, project);
        } else if (request instanceof ModuleRequest module) {
            module(out, module);
        } else {
            CellRequest cell = (CellRequest) request;
            out.text("language", cell.language()).bytes("code", cell.code().utf8());
            files(out, cell.files());
        }
    }

    private static void software(FieldDigest out, @Nullable SoftwareRule rule) {
        List<String> identities = rule == null ? List.of() : rule.identities();
        out.text("software_mode", rule == null ? "" : rule.mode().text())
                .number("software_identities", identities.size());
        identities.forEach(identity -> out.text("software_identity", identity));
    }

    private static void project(FieldDigest out, ProjectRequest request) {
        out.text("grant_profile", request.grantProfile());
        files(out, request.files());
        out.number("steps", request.steps().size());
        request.steps().forEach(step -> out.text("step_command", step));
        out.number("artifacts", request.artifacts().size());
        request.artifacts().forEach(path -> out.text("artifact_path", path));
    }

    private static void module(FieldDigest out, ModuleRequest request) {
        out.text("model", request.model())
                .doubles("end_time", request.endTime())
                .doubles("step", request.step())
                .number("rows", request.rows().size());
        for (Doubles row : request.rows()) {
            out.doubles("row_values", row);
        }
    }

    private static void files(FieldDigest out, List<ProjectFile> files) {
        out.number("files", files.size());
        for (ProjectFile file : files) {
            out.text("file_path", file.path()).bytes("file_content", file.content());
        }
    }
}
