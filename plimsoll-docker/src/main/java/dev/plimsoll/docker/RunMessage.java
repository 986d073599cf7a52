package dev.plimsoll.docker;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.ProjectFile;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.spi.Dispatch;
import dev.plimsoll.spi.HostApi;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the runner is told: the frame {@code R} and the frames {@code B} it announces.
 *
 * @param head what {@code R} holds
 * @param parts the contents, in the protocol's order
 */
record RunMessage(Bytes head, List<Bytes> parts) {
    private static final int PROTOCOL = 1;

    static RunMessage snippet(Dispatch<JavaScriptRequest> dispatch) {
        JavaScriptRequest request = dispatch.request();
        List<Bytes> parts = new ArrayList<>();
        ObjectNode head = head(dispatch, "javascript", parts);
        head.put("code", request.code().utf8().length());
        head.put("lastValue", request.captureLastValue());
        request.determinism().ifPresent(determinism -> put(head.putObject("determinism"), determinism));
        parts.add(request.code().utf8());
        return new RunMessage(RunnerJson.write(head), parts);
    }

    static RunMessage project(Dispatch<ProjectRequest> dispatch) {
        ProjectRequest request = dispatch.request();
        List<Bytes> parts = new ArrayList<>();
        ObjectNode head = head(dispatch, "project", parts);
        ArrayNode files = head.putArray("files");
        for (ProjectFile file : request.files()) {
            files.addObject()
                    .put("path", file.path())
                    .put("size", file.content().length());
            parts.add(file.content());
        }
        ArrayNode steps = head.putArray("steps");
        request.steps().forEach(steps::add);
        ArrayNode artifacts = head.putArray("artifacts");
        request.artifacts().forEach(artifacts::add);
        head.put("artifactBytes", dispatch.limits().artifactBytes());
        return new RunMessage(RunnerJson.write(head), parts);
    }

    private static ObjectNode head(Dispatch<?> dispatch, String kind, List<Bytes> parts) {
        ObjectNode head = RunnerJson.object();
        head.put("protocol", PROTOCOL);
        head.put("kind", kind);
        head.put("memoryBytes", dispatch.limits().memoryBytes());
        head.put("outputBytes", dispatch.limits().outputBytes());
        dispatch.hostApi().ifPresent(api -> put(head.putObject("host"), api, parts));
        return head;
    }

    private static void put(ObjectNode host, HostApi api, List<Bytes> parts) {
        Bytes client = Bytes.utf8(api.clientScript());
        Bytes python = Bytes.utf8(api.pythonModule());
        host.put("clientScript", client.length());
        host.put("pythonModule", python.length());
        host.put("maxEnvelopeBytes", api.maxEnvelopeBytes());
        host.put("maxReplyBytes", api.maxReplyBytes());
        parts.add(client);
        parts.add(python);
    }

    /** As decimal text: a number in JSON is not exact up there. */
    private static void put(ObjectNode node, Determinism determinism) {
        Duration sinceEpoch = Duration.between(Instant.EPOCH, determinism.clock());
        node.put("clockNanos", Long.toString(sinceEpoch.toNanos()));
        node.put("tickNanos", Long.toString(determinism.tick().toNanos()));
        node.put("seed", Long.toString(determinism.seed()));
    }

    /** Sends everything. From the first byte on, the code may run. */
    void writeTo(FrameWriter writer) throws IOException {
        writer.write('R', head);
        for (Bytes part : parts) {
            writer.write('B', part);
        }
    }
}
