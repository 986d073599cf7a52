package dev.plimsoll.e2b.standin;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Linux's means to start processes without a network, as root or in a user namespace. */
final class NetworkNamespace {
    private static final Optional<NetworkNamespace> HERE = find();

    private final boolean asRoot;

    private NetworkNamespace(boolean asRoot) {
        this.asRoot = asRoot;
    }

    /** Empty where that cannot be done. */
    static Optional<NetworkNamespace> here() {
        return HERE;
    }

    private static Optional<NetworkNamespace> find() {
        for (boolean asRoot : new boolean[] {true, false}) {
            NetworkNamespace candidate = new NetworkNamespace(asRoot);
            List<String> probe = new ArrayList<>(candidate.unshare());
            probe.addAll(List.of("ip", "link", "set", "lo", "up"));
            if (succeeds(probe)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Starts a command in a namespace of its own. */
    List<String> unshare() {
        return asRoot ? List.of("unshare", "-n", "-m") : List.of("unshare", "-r", "-n", "-m");
    }

    /** Starts a command where a process is, but in a folder of its own. */
    List<String> enter(long pid, Path cwd) {
        List<String> command = new ArrayList<>(List.of("nsenter", "-t", Long.toString(pid), "-n", "-m"));
        if (!asRoot) {
            command.addAll(List.of("-U", "--preserve-credentials"));
        }
        // A working folder does not survive the way into another namespace of mounts.
        command.addAll(List.of("sh", "-c", "cd \"$0\" && exec \"$@\"", cwd.toString()));
        return command;
    }

    /** No way out at all. */
    Egress closed() {
        return cwd -> unshare();
    }

    private static boolean succeeds(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false; // not a Linux, or not one with these programs
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
