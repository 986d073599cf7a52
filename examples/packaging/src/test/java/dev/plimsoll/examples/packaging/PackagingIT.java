package dev.plimsoll.examples.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts the program in each way of packing it, on the Java that runs the test. About two seconds each. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PackagingIT {
    private static final String MAIN = "dev.plimsoll.examples.packaging";

    @TempDir
    Path folder;

    /** How the program and all of plimsoll reach the JVM. */
    enum Packing {
        CLASS_PATH(false, "-cp", jar("jar") + File.pathSeparator + dependencies(), MAIN + ".Packed"),
        MODULE_PATH(true, "-p", jar("jar") + File.pathSeparator + dependencies(), "-m", MAIN + "/" + MAIN + ".Packed"),
        SHADED_JAR(false, "-jar", jar("shaded.jar")),
        SPRING_BOOT_JAR(false, "-jar", jar("boot.jar"));

        private final boolean isModule;
        private final String arguments;

        Packing(boolean isModule, String... arguments) {
            this.isModule = isModule;
            this.arguments = String.join("\n", arguments);
        }

        List<String> arguments() {
            return arguments.lines().toList();
        }

        private static String jar(String ending) {
            String name = System.getProperty("plimsoll.packed");
            return ending.equals("jar") ? name + ".jar" : name + "-" + ending;
        }

        private static String dependencies() {
            try {
                return Files.readString(Path.of(System.getProperty("plimsoll.dependencies")))
                        .strip();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void findsEverything(Packing packing) throws IOException, InterruptedException {
        List<String> printed = launch(packing.arguments()).lines().toList();
        assertThat(printed).hasSize(7);
        assertThat(printed.get(0)).isEqualTo("named module: " + packing.isModule);
        assertThat(printed.get(1)).isEqualTo("wasm: process, 42");
        assertThat(printed.get(2)).matches("engine: quickjs-wasm:sha256:[0-9a-f]{64}");
        assertThat(printed.get(3)).matches("request: [0-9a-f]{64}");
        assertThat(printed.get(4)).isEqualTo("broker: 502");
        assertThat(printed.get(5)).contains("option image of provider docker is required");
        assertThat(printed.get(6)).contains("option apiKey of provider e2b is missing");
    }

    private String launch(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1");
        command.addAll(arguments);
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        List.of("E2B_API_KEY", "SANDBOX_PROVIDER", "JAVA_TOOL_OPTIONS").forEach(builder.environment()::remove);
        Process process = builder.start();
        process.getOutputStream().close();
        int exitCode = process.waitFor();
        assertThat(exitCode).as(Files.readString(err)).isZero();
        return Files.readString(out);
    }
}
