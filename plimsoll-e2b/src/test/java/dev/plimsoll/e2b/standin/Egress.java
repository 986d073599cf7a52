package dev.plimsoll.e2b.standin;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A microVM's way out: how its processes are started so that they have no other. */
interface Egress extends AutoCloseable {
    /** What has to stand before a command that is to work in this folder. */
    List<String> prefix(Path cwd);

    /** What the processes have to know. */
    default Map<String, String> environment() {
        return Map.of();
    }

    @Override
    default void close() {}

    /** As this machine. */
    static Egress open() {
        return cwd -> List.of();
    }
}
