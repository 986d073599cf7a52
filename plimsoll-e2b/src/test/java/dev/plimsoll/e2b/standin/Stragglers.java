package dev.plimsoll.e2b.standin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Finds and ends everything that a microVM has started, also what has left its session or lost its parent. On Linux a
 * process is told by the sandbox's id in its environment, or by where it works; elsewhere by its parents.
 */
final class Stragglers {
    private static final Path PROC = Path.of("/proc");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String marker;
    private final Path root;

    Stragglers(String marker, Path root) {
        this.marker = marker;
        this.root = root;
    }

    /** Kills until there is nobody left to kill. */
    void killAll(Collection<Long> leaders) {
        Instant limit = Instant.now().plus(PATIENCE);
        for (Set<ProcessHandle> found = find(leaders); !found.isEmpty(); found = find(leaders)) {
            found.forEach(ProcessHandle::destroyForcibly);
            found.forEach(handle -> handle.onExit()
                    .completeOnTimeout(handle, 1, TimeUnit.SECONDS)
                    .join());
            if (Instant.now().isAfter(limit)) {
                throw new IllegalStateException("processes of a stand-in's microVM survive: " + found);
            }
        }
    }

    Set<ProcessHandle> find(Collection<Long> leaders) {
        Set<ProcessHandle> found = new LinkedHashSet<>();
        for (long leader : leaders) {
            ProcessHandle.of(leader).ifPresent(handle -> {
                handle.descendants().forEach(found::add);
                found.add(handle);
            });
        }
        if (Files.isDirectory(PROC)) {
            try (Stream<Path> all = Files.list(PROC)) {
                all.map(path -> path.getFileName().toString())
                        .filter(name -> name.chars().allMatch(c -> c >= '0' && c <= '9'))
                        .filter(this::isOurs)
                        .forEach(pid -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(found::add));
            } catch (IOException e) {
                throw new IllegalStateException("/proc cannot be read", e);
            }
        }
        found.removeIf(handle -> !handle.isAlive());
        return found;
    }

    private boolean isOurs(String pid) {
        Path process = PROC.resolve(pid);
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return environment.contains(marker)
                    || Files.readSymbolicLink(process.resolve("cwd")).startsWith(root);
        } catch (IOException e) {
            return false; // it has just ended, or is another user's and so not ours
        }
    }
}
