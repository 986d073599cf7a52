package dev.plimsoll.docker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Takes the artifacts of one run: chunks in order, of what was asked for, within the budget. For one thread. */
final class ArtifactIntake {
    private final List<String> paths;
    private final long budget;
    private final TreeMap<Integer, ByteArrayOutputStream> contents = new TreeMap<>();
    private final List<Artifact> complete = new ArrayList<>();
    private long total;

    /**
     * Starts.
     *
     * @param paths what was asked for; only these names ever come back
     * @param budget the most bytes of all together
     */
    ArtifactIntake(List<String> paths, long budget) {
        this.paths = paths;
        this.budget = budget;
    }

    boolean hasBegun() {
        return !contents.isEmpty();
    }

    void take(int index, byte[] buffer, int offset, int length) throws BrokenProtocolException {
        boolean inOrder = index >= 0 && index < paths.size() && (contents.isEmpty() || index >= contents.lastKey());
        if (!inOrder || total + length > budget) {
            throw new BrokenProtocolException("an artifact came that was not due, or is over the budget");
        }
        total += length;
        contents.computeIfAbsent(index, i -> new ByteArrayOutputStream(length)).write(buffer, offset, length);
    }

    /** Compares with what the run's end says was sent, and takes it. */
    void end(JsonNode list) throws BrokenProtocolException {
        if (!list.isArray() || list.size() > paths.size()) {
            throw new BrokenProtocolException("the run's end has no valid list of artifacts");
        }
        int previous = -1;
        for (JsonNode entry : list) {
            if (!entry.isArray() || entry.size() != 2) {
                throw new BrokenProtocolException("the run's end has no valid list of artifacts");
            }
            int index = RunnerJson.number(entry.get(0), "artifact", previous + 1L, paths.size() - 1L);
            int size = RunnerJson.number(entry.get(1), "artifact size", 0, Integer.MAX_VALUE);
            ByteArrayOutputStream content = contents.remove(index);
            if (size != (content == null ? 0 : content.size())) {
                throw new BrokenProtocolException("an artifact has another size than was said");
            }
            complete.add(new Artifact(
                    paths.get(index), content == null ? Bytes.empty() : Bytes.copyOf(content.toByteArray())));
            previous = index;
        }
        if (!contents.isEmpty()) {
            throw new BrokenProtocolException("an artifact came that the run's end does not name");
        }
    }

    /** Returns the artifacts, once the run's end came. */
    List<Artifact> artifacts() {
        return complete;
    }
}
