package dev.plimsoll.e2b;

import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that this provider puts into a microVM, in a folder of its own in the default user's home. */
final class GuestFiles {
    static final String FOLDER = "plimsoll";
    static final String LAST_VALUE = FOLDER + "/last-value";
    static final String OUT_OF_MEMORY = FOLDER + "/out-of-memory";

    private static final List<String> SNIPPET = List.of("guest.cjs", "last-statement.cjs", "client.cjs");
    private static final List<String> PROJECT =
            List.of("project.cjs", "files.cjs", "frames.cjs", "client.cjs", "python/host.py");

    private final Map<String, Bytes> snippet = load(SNIPPET);
    private final Map<String, Bytes> project = load(PROJECT);

    Map<String, Bytes> forSnippet(Bytes job) {
        return with(snippet, job);
    }

    Map<String, Bytes> forProject(Bytes job) {
        return with(project, job);
    }

    private static Map<String, Bytes> with(Map<String, Bytes> files, Bytes job) {
        Map<String, Bytes> all = new LinkedHashMap<>(files);
        all.put(FOLDER + "/job.json", job);
        return all;
    }

    private static Map<String, Bytes> load(List<String> names) {
        Map<String, Bytes> files = new LinkedHashMap<>();
        for (String name : names) {
            try (InputStream in = GuestFiles.class.getResourceAsStream("guest/" + name)) {
                if (in == null) {
                    throw new IllegalStateException("the jar lacks " + name);
                }
                files.put(FOLDER + "/" + name, Bytes.copyOf(in.readAllBytes()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }
}
