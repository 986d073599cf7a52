package dev.plimsoll.benchmarks;

import dev.plimsoll.docker.DockerProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The yardstick of containers: Docker's own command, with the image and the limits that plimsoll gives a run. */
final class DockerCommand {
    private static final String PROGRAM = "console.log(6*7)";

    private final List<String> run;

    DockerCommand(String image, String runtime) {
        run = new ArrayList<>(List.of("docker", "run", "--rm", "--runtime", runtime, "--user", "65534:65534"));
        run.addAll(List.of("--workdir", "/work", "--network", "none", "--ipc", "none", "--read-only"));
        run.addAll(List.of("--cap-drop", "ALL", "--security-opt", "no-new-privileges"));
        run.addAll(
                List.of("--security-opt", "seccomp=" + seccompProfile(), "--memory", "256m", "--memory-swap", "256m"));
        run.addAll(List.of("--cpus", "1", "--pids-limit", "256", "--ulimit", "nofile=1024:1024", "--ulimit", "core=0"));
        for (String mount : List.of("/work:size=32m", "/tmp:size=16m", "/dev/shm:size=16m")) {
            run.addAll(List.of("--tmpfs", mount + ",rw,noexec,nosuid,nodev,mode=1777,uid=65534,gid=65534"));
        }
        run.addAll(List.of("--log-driver", "none", "--entrypoint", "/usr/local/bin/node", image, "-e", PROGRAM));
    }

    private static Path seccompProfile() {
        try (InputStream in = Objects.requireNonNull(DockerProvider.class.getResourceAsStream("seccomp.json"))) {
            Path file = Files.createTempFile("plimsoll-seccomp", ".json");
            file.toFile().deleteOnExit();
            Files.write(file, in.readAllBytes());
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs one container to its end and returns what it printed. */
    String run() throws IOException, InterruptedException {
        return output(run);
    }

    /** Returns how many containers of plimsoll's run. */
    static int countOwned() throws IOException, InterruptedException {
        String ids = output(List.of("docker", "ps", "-q", "--filter", "label=dev.plimsoll.owner"));
        return (int) ids.lines().count();
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed: " + printed);
        }
        return printed;
    }
}
