package dev.plimsoll.broker.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program as it is published: one jar, another process. */
@Timeout(180)
class GrantToolsJarIT {
    @TempDir
    Path folder;

    private int run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("plimsoll.program")));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void makesTheFiles() throws Exception {
        Path document = Files.writeString(folder.resolve("items.yaml"), OpenApiGrantTests.items());
        Path out = folder.resolve("out");

        assertThat(run(
                        "openapi",
                        "--document",
                        "" + document,
                        "--base-url",
                        "https://api.example.com/v1",
                        "--out",
                        "" + out))
                .as(Files.readString(folder.resolve("err.txt")))
                .isZero();
        assertThat(folder.resolve("err.txt")).isEmptyFile();
        assertThat(Files.readString(folder.resolve("out.txt"))).startsWith("6 routes, 5 operations skipped");
        assertThat(out.resolve("client.js"))
                .hasSameTextualContentAs(Path.of("src/test/resources/dev/plimsoll/broker/tools/items.client.js"));
        assertThat(out.resolve("grant.json")).isNotEmptyFile();
    }

    @Test
    void errorsAreOneLineAndAnExitCode() throws Exception {
        Path document = Files.writeString(folder.resolve("bad.yaml"), "openapi: [\n");

        assertThat(run(
                        "openapi",
                        "--document",
                        "" + document,
                        "--base-url",
                        "https://a.example",
                        "--out",
                        "" + folder.resolve("x")))
                .isEqualTo(1);
        assertThat(Files.readAllLines(folder.resolve("err.txt")))
                .singleElement()
                .asString()
                .startsWith("error: line 2");
        assertThat(run("openapi")).isEqualTo(2);
    }
}
