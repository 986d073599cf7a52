package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.launched.ModulePathMain;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run in a JVM of its own in which this module, OkHttp and Gson are modules, as their descriptors have it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ModulePathTests {
    @TempDir
    Path folder;

    @Test
    void runsOnTheModulePath() throws IOException, InterruptedException, URISyntaxException {
        Path application = Path.of(ModulePathMain.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        File output = folder.resolve("output").toFile();
        try (StandIn standIn = StandIn.start()) {
            ProcessBuilder builder = StandInSandboxes.java(
                    standIn,
                    output,
                    "--module-path",
                    modulePath(),
                    "--add-modules",
                    "dev.plimsoll.e2b,okhttp3,com.google.gson",
                    "-cp",
                    application.toString(),
                    ModulePathMain.class.getName());
            Process process = builder.start();
            try {
                assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.exitValue())
                    .as(Files.readString(output.toPath()))
                    .isZero();
            assertThat(standIn.alive()).isEmpty();
        }
        assertThat(Files.readString(output.toPath()).lines().filter(line -> !line.startsWith("SLF4J")))
                .containsExactly("42 behind vm", "dev.plimsoll.api", "okhttp3", "com.google.gson", "true");
    }

    /** What an application gets with this module, and nothing that only the tests need. */
    private static String modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.matches(".*/(?:plimsoll-(?:api|e2b)/target/(?:classes|plimsoll-[^/]*\\.jar)"
                        + "|(?:okhttp-jvm|okio-jvm|kotlin-stdlib|gson|slf4j-api)-[0-9][^/]*\\.jar)"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
