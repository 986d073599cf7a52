package dev.plimsoll.receipt;

import dev.plimsoll.Json;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.CellRequest;
import dev.plimsoll.run.CellResult;
import dev.plimsoll.run.Doubles;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ModuleRequest;
import dev.plimsoll.run.ModuleResult;
import dev.plimsoll.run.ModuleRun;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.Output;
import dev.plimsoll.run.ProgramResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.RunRequest;
import dev.plimsoll.run.RunResult;
import dev.plimsoll.run.SoftwareRule;
import dev.plimsoll.run.StepResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Makes our values from the published vectors. */
final class Vectors {
    static final RunRecord NO_RECORD = new RunRecord(2, "", "", "", "", "", "", "", "", 0, 0, "", 0, "", "");

    private Vectors() {}

    static RunRequest request(Map<String, Object> from) {
        String kind = text(from, "kind");
        return switch (kind) {
            case "javascript" -> {
                JavaScriptRequest.Builder builder = JavaScriptRequest.builder(text(from, "code"));
                common(builder, from);
                yield builder.build();
            }
            case "project" -> {
                ProjectRequest.Builder builder = ProjectRequest.builder();
                common(builder, from);
                Json.array(from, "files").stream()
                        .map(Json::object)
                        .forEach(file -> builder.file(text(file, "path"), text(file, "content")));
                Json.array(from, "steps").forEach(step -> builder.step((String) step));
                Json.array(from, "artifacts").forEach(path -> builder.artifact((String) path));
                yield builder.build();
            }
            case "module" -> {
                ModuleRequest.Builder builder = ModuleRequest.builder(text(from, "model"))
                        .time(decimal(from.get("end_time")), decimal(from.get("step")));
                common(builder, from);
                Json.array(from, "rows").forEach(row -> builder.row(decimals(row)));
                yield builder.build();
            }
            case "cell" -> {
                CellRequest.Builder builder = CellRequest.builder(text(from, "language"), text(from, "code"));
                common(builder, from);
                Json.array(from, "files").stream()
                        .map(Json::object)
                        .forEach(file -> builder.file(text(file, "path"), text(file, "content")));
                yield builder.build();
            }
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static void common(RunRequest.Builder<?> builder, Map<String, Object> from) {
        if (from.containsKey("minimum_isolation")) {
            builder.floor(Isolation.parse(text(from, "minimum_isolation")));
        }
        if (from.containsKey("timeout_ms")) {
            builder.timeout(Duration.ofMillis(whole(from, "timeout_ms")));
        }
        if (from.containsKey("grant_profile")) {
            builder.grantProfile(text(from, "grant_profile"));
        }
        if (from.containsKey("software_rule")) {
            Map<String, Object> rule = Json.object(from.get("software_rule"));
            List<String> identities = Json.array(rule, "identities").stream()
                    .map(String.class::cast)
                    .toList();
            builder.software(
                    text(rule, "mode").equals("exact")
                            ? SoftwareRule.exact(identities.get(0))
                            : SoftwareRule.approved(identities));
        }
    }

    static RunResult result(Map<String, Object> from) {
        String kind = text(from, "kind");
        RunResult.Builder<?> builder = switch (kind) {
            case "javascript" -> program(JavaScriptResult.builder(), from);
            case "cell" ->
                program(
                        CellResult.builder()
                                .interpreter(is(from, "interpreter_started"), is(from, "interpreter_ended")),
                        from);
            case "project" ->
                ProjectResult.builder()
                        .outcome(outcome(from), text(from, "outcome_detail"))
                        .steps(Json.array(from, "steps").stream()
                                .map(Json::object)
                                .map(Vectors::step)
                                .toList())
                        .artifacts(
                                Json.array(from, "artifacts").stream()
                                        .map(Json::object)
                                        .map(a -> new Artifact(text(a, "path"), base64(a, "content_b64")))
                                        .toList(),
                                is(from, "artifacts_truncated"));
            case "module" ->
                ModuleResult.builder()
                        .outcome(outcome(from), text(from, "outcome_detail"))
                        .width((int) whole(from, "width"))
                        .stdout(output(from, "stdout"))
                        .stderr(output(from, "stderr"))
                        .runs(Json.array(from, "runs").stream()
                                .map(Json::object)
                                .map(run -> new ModuleRun(
                                        (int) whole(run, "status"),
                                        Doubles.of(decimals(run.getOrDefault("outputs", List.of())))))
                                .toList());
            default -> throw new IllegalArgumentException(kind);
        };
        return builder.evidence(Evidence.of(Isolation.PROCESS, ""))
                .record(NO_RECORD)
                .build();
    }

    private static <B extends ProgramResult.Builder<B>> B program(B builder, Map<String, Object> from) {
        return builder.exitCode((int) whole(from, "exit_code"))
                .timedOut(is(from, "timed_out"))
                .stdout(output(from, "stdout"))
                .stderr(output(from, "stderr"));
    }

    private static StepResult step(Map<String, Object> from) {
        return new StepResult(
                text(from, "command"),
                (int) whole(from, "exit_code"),
                is(from, "timed_out"),
                output(from, "stdout"),
                output(from, "stderr"));
    }

    static RunRecord record(Map<String, Object> from, String sha256) {
        return new RunRecord(
                (int) whole(from, "version"),
                text(from, "request_sha256"),
                text(from, "result_sha256"),
                text(from, "provider"),
                text(from, "isolation"),
                text(from, "environment"),
                text(from, "policy"),
                text(from, "software_identity"),
                text(from, "software_rule_id"),
                whole(from, "started_unix_ms"),
                whole(from, "ended_unix_ms"),
                text(from, "session"),
                whole(from, "sequence"),
                text(from, "previous_sha256"),
                sha256);
    }

    private static Output output(Map<String, Object> from, String name) {
        return new Output(base64(from, name + "_b64"), 0, is(from, name + "_truncated"));
    }

    private static Outcome outcome(Map<String, Object> from) {
        return Arrays.stream(Outcome.values())
                .filter(o -> o.code() == whole(from, "outcome"))
                .findFirst()
                .orElseThrow();
    }

    private static Bytes base64(Map<String, Object> from, String name) {
        return Bytes.copyOf(Base64.getDecoder().decode(text(from, name)));
    }

    static String text(Map<String, Object> from, String name) {
        return (String) from.getOrDefault(name, "");
    }

    static long whole(Map<String, Object> from, String name) {
        return ((Number) from.getOrDefault(name, 0L)).longValue();
    }

    private static boolean is(Map<String, Object> from, String name) {
        return (boolean) from.getOrDefault(name, false);
    }

    private static double decimal(Object number) {
        return ((Number) number).doubleValue();
    }

    private static double[] decimals(Object row) {
        return ((List<?>) row).stream().mapToDouble(Vectors::decimal).toArray();
    }
}
