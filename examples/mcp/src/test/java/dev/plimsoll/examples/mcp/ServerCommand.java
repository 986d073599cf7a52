package dev.plimsoll.examples.mcp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the tests start the server: as a process of its own, with the tests' own Java and class path, quick to start. */
final class ServerCommand {
    private ServerCommand() {}

    static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    static List<String> arguments(String... args) {
        List<String> all = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                McpStdioServer.class.getName()));
        all.addAll(List.of(args));
        return all;
    }
}
