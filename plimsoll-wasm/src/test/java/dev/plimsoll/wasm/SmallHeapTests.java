package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM of its own whose whole heap is little more than what its guests may have. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class SmallHeapTests {
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC"})
    void servesFiftyCallersAtOnceFrom256Mebibytes(String collector) throws Exception {
        assertThat(launch("-Xmx256m", collector)).isEqualTo("50 of 50");
    }

    private static String launch(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SmallHeapApplication.class.getName()));
        Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            byte[] printed = java.getInputStream().readAllBytes();
            java.waitFor();
            return new String(printed, StandardCharsets.UTF_8).strip();
        } finally {
            java.destroyForcibly();
        }
    }
}
