package dev.plimsoll.e2b.standin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A microVM's disk: a folder of this machine that its absolute paths are moved into, like a root of its own. */
final class GuestPaths {
    /** The home of E2B's default user. */
    static final String HOME = "/home/user";

    private final Path root;
    private final Path home;

    private GuestPaths(Path root, Path home) {
        this.root = root;
        this.home = home;
    }

    static GuestPaths create() throws IOException {
        Path root = Files.createTempDirectory("plimsoll-standin-").toRealPath();
        Files.createDirectories(root.resolve("tmp"));
        return new GuestPaths(root, Files.createDirectories(root.resolve("home/user")));
    }

    Path root() {
        return root;
    }

    Path home() {
        return home;
    }

    /** Where a path of the guest's is on this machine; relative ones start at its home, as envd has it. */
    Path resolve(String path) {
        if (path.equals("~") || path.startsWith("~/")) {
            return resolve(HOME + path.substring(1));
        }
        Path asked = Path.of(path);
        if (!asked.isAbsolute()) {
            asked = home.resolve(asked);
        }
        asked = asked.normalize();
        return asked.startsWith(root) ? asked : root.resolve("." + asked).normalize();
    }

    /** A command's word, in which the guest's home is where it really is: the processes do see this machine's root. */
    String inWord(String word) {
        return word.replace(HOME, home.toString());
    }

    void delete() throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(root)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
