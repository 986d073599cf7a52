package dev.plimsoll.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which engine is meant, as Docker's own command understands it. Each case has a JVM with an environment of its own. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class EngineContextTests {
    @TempDir
    private Path config;

    /** Prints the engine that the environment and an option mean, or why there is none. */
    static final class Asking {
        private Asking() {}

        public static void main(String[] args) {
            Optional<String> context = args.length > 0 ? Optional.of(args[0]) : Optional.empty();
            Optional<String> host = args.length > 1 ? Optional.of(args[1]) : Optional.empty();
            try {
                EngineAddress address = EngineSettings.of(
                                new EngineSettings.Overrides(host, context, Optional.empty(), Optional.empty()))
                        .address();
                System.out.print(address.text());
            } catch (IllegalArgumentException e) {
                System.out.print("refused: " + e.getMessage());
            }
        }
    }

    @BeforeEach
    void makeContexts() throws IOException, NoSuchAlgorithmException {
        write("config.json", "{\"currentContext\":\"usual\"}");
        makeContext("usual", "{\"Name\":\"usual\",\"Endpoints\":{\"docker\":{\"Host\":\"unix:///run/usual.sock\"}}}");
        makeContext("other", "{\"Name\":\"other\",\"Endpoints\":{\"docker\":{\"Host\":\"unix:///run/other.sock\"}}}");
        makeContext(
                "far", "{\"Endpoints\":{\"docker\":{\"Host\":\"tcp://engine.example:2376\",\"SkipTLSVerify\":true}}}");
        makeContext("broken", "{\"Endpoints\":");
        makeContext("empty", "{}");
    }

    private void makeContext(String name, String meta) throws IOException, NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
        write("contexts/meta/" + HexFormat.of().formatHex(digest) + "/meta.json", meta);
    }

    private void write(String path, String text) throws IOException {
        Path file = config.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private String ask(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder asking = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Asking.class.getName());
        asking.command().addAll(java.util.List.of(arguments));
        asking.environment().keySet().removeIf(name -> name.startsWith("DOCKER_"));
        asking.environment().put("DOCKER_CONFIG", config.toString());
        asking.environment().putAll(environment);
        Path output = config.resolve("output");
        int exitCode = asking.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        String printed = Files.readString(output);
        assertThat(exitCode).as(printed).isZero();
        return printed;
    }

    @Test
    void theCurrentContextIsMeantWhereNothingElseIsSaid() throws IOException, InterruptedException {
        assertThat(ask(Map.of())).isEqualTo("unix:///run/usual.sock");
    }

    @Test
    void theEnvironmentGoesBeforeTheCurrentContextAndAnOptionBeforeBoth() throws IOException, InterruptedException {
        Map<String, String> contextSet = Map.of("DOCKER_CONTEXT", "other");
        Map<String, String> bothSet = Map.of("DOCKER_CONTEXT", "other", "DOCKER_HOST", "unix:///run/host.sock");
        assertThat(ask(contextSet)).isEqualTo("unix:///run/other.sock");
        assertThat(ask(bothSet)).isEqualTo("unix:///run/host.sock");
        assertThat(ask(bothSet, "usual")).isEqualTo("unix:///run/usual.sock");
        assertThat(ask(bothSet, "usual", "unix:///run/option.sock")).isEqualTo("unix:///run/option.sock");
        assertThat(ask(Map.of("DOCKER_CONTEXT", "default"))).isEqualTo("unix:///var/run/docker.sock");
    }

    @Test
    void noOtherEngineIsTakenForAContextThatCannotBeRead() throws IOException, InterruptedException {
        assertThat(ask(Map.of("DOCKER_CONTEXT", "misspelled")))
                .startsWith("refused: Docker's context misspelled cannot be");
        assertThat(ask(Map.of(), "broken")).startsWith("refused: Docker's context broken cannot be read");
        assertThat(ask(Map.of(), "empty")).startsWith("refused: Docker's context empty names no engine");
    }

    @Test
    void aContextWithoutCertificatesIsNotSpokenToOverTcp() throws IOException, InterruptedException {
        assertThat(ask(Map.of(), "far")).startsWith("refused: ").contains("without TLS");
    }
}
