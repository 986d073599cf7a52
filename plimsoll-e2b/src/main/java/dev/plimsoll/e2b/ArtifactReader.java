package dev.plimsoll.e2b;

import dev.plimsoll.e2b.internal.envd.ProcessWatch;
import dev.plimsoll.run.Artifact;
import dev.plimsoll.run.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes a project's artifacts from a process that writes index, size and content of each. All of it is a guest's word. */
final class ArtifactReader implements ProcessWatch {
    private static final int NO_MORE = 0xffffffff;
    private static final int HEAD = 8;

    private final List<String> asked;
    private final long budget;
    private final long most;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    ArtifactReader(List<String> asked, long budget) {
        this.asked = List.copyOf(asked);
        this.budget = budget;
        this.most = budget + (long) HEAD * (asked.size() + 1);
    }

    /**
     * What came.
     *
     * @param artifacts the artifacts, in the order asked for
     * @param truncated whether one did not fit
     */
    record Artifacts(List<Artifact> artifacts, boolean truncated) {}

    @Override
    public synchronized boolean printed(boolean error, byte[] bytes) {
        if (error) {
            return true;
        }
        received.write(bytes, 0, bytes.length);
        return received.size() <= most;
    }

    /** Returns what came; empty if it is not what our own process writes. */
    synchronized Optional<Artifacts> artifacts() {
        ByteBuffer in = ByteBuffer.wrap(received.toByteArray());
        List<Artifact> artifacts = new ArrayList<>();
        long bytes = 0;
        int last = -1;
        while (in.remaining() >= 4) {
            int index = in.getInt();
            if (index == NO_MORE) {
                return in.remaining() == 1 ? Optional.of(new Artifacts(artifacts, in.get() != 0)) : Optional.empty();
            }
            int size = in.remaining() >= 4 ? in.getInt() : -1;
            if (index <= last || index >= asked.size() || size < 0 || size > in.remaining()) {
                return Optional.empty();
            }
            bytes += size;
            if (bytes > budget) {
                return Optional.empty();
            }
            byte[] content = new byte[size];
            in.get(content);
            artifacts.add(new Artifact(asked.get(index), Bytes.copyOf(content)));
            last = index;
        }
        return Optional.empty();
    }
}
