package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Granted runs in a JVM of their own, on the class path and on the module path, with the broker and without. */
@Timeout(240)
class LaunchTests {
    private static final String APPLICATION = """
            package app;

            import dev.plimsoll.Sandbox;
            import dev.plimsoll.error.NotDispatchedException;
            import dev.plimsoll.grant.*;
            import dev.plimsoll.run.*;
            import dev.plimsoll.secret.Secret;

            public final class Main {
                public static void main(String[] args) {
                    Grant grant = Grant.builder(args[0])
                        .allow(Route.get("/v1/*"))
                        .minter(request -> {
                            System.out.print("minted ");
                            return MintedToken.of(Secret.of("t0ken"));
                        })
                        .build();
                    try (Sandbox sandbox = Sandbox.open("wasm")) {
                        JavaScriptResult result = sandbox.runJavaScript(
                            JavaScriptRequest.builder("console.log(await host.get('/v1/7'))").grant(grant).build());
                        System.out.println(Main.class.getModule().isNamed() + " " + result.stdoutText().strip());
                    } catch (NotDispatchedException e) {
                        System.out.println(e.reason() + " " + e.getMessage());
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void callsOnTheClassPath() throws Exception {
        String path = path(entry -> true);
        compile("Main.java", APPLICATION, "-cp", path);
        try (RawServer server = RawServer.saying("[7]")) {
            assertThat(launch(server, "-cp", folder + File.pathSeparator + path, "app.Main"))
                    .isEqualTo("minted false [ 7 ]");
        }
    }

    @Test
    void callsOnTheModulePath() throws Exception {
        String path = path(LaunchTests::isOfARun);
        Files.writeString(folder.resolve("module-info.java"), "module app { requires dev.plimsoll.api; }");
        compile("Main.java", APPLICATION, "--module-path", path);
        try (RawServer server = RawServer.saying("[7]")) {
            assertThat(launch(server, "--module-path", folder + File.pathSeparator + path, "-m", "app/app.Main"))
                    .isEqualTo("minted true [ 7 ]");
        }
    }

    @Test
    void runsNothingWithoutTheBroker() throws Exception {
        String path = path(entry -> isOfARun(entry) && !entry.contains("plimsoll-broker"));
        compile("Main.java", APPLICATION, "-cp", path);
        try (RawServer server = RawServer.saying("[7]")) {
            assertThat(launch(server, "-cp", folder + File.pathSeparator + path, "app.Main"))
                    .startsWith(
                            "UNSUPPORTED nothing ran: a granted run needs a broker and there is none; add dev.plimsoll:plimsoll-broker");
            assertThat(server.requests()).isEmpty();
        }
    }

    /** This build's own classes and the libraries that they need, without those of the tests. */
    private static boolean isOfARun(String entry) {
        return !entry.contains("test-classes")
                && !entry.matches(
                        ".*(?:junit|assertj|awaitility|hamcrest|logback|mockwebserver|okhttp-tls|bcp|apiguardian"
                                + "|opentest4j|byte-buddy|testkit|archunit|jazzer|surefire).*");
    }

    private static String path(Predicate<String> wanted) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(wanted)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void compile(String name, String source, String... options) throws IOException {
        Path main = Files.writeString(folder.resolve(name), source);
        List<Path> sources = new ArrayList<>(List.of(main));
        Path module = folder.resolve("module-info.java");
        if (Files.exists(module)) {
            sources.add(module);
        }
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("-proc:none", "-d", folder.toString()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            assertThat(compiler.getTask(null, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
                            .call())
                    .isTrue();
        }
    }

    private String launch(RawServer server, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(arguments));
        command.add(server.origin());
        File output = folder.resolve("output").toFile();
        File errors = folder.resolve("errors").toFile();
        Process process = new ProcessBuilder(command)
                .redirectOutput(output)
                .redirectError(errors)
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(errors.toPath())).isZero();
        return Files.readString(output.toPath()).strip();
    }
}
