package dev.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts a real JVM in each of the ways in which applications are packed. */
class LaunchTests {
    private static final String APPLICATION = """
            package app;

            import dev.plimsoll.Sandbox;
            import dev.plimsoll.receipt.Receipts;
            import dev.plimsoll.run.JavaScriptRequest;
            import java.net.URL;
            import java.net.URLClassLoader;

            public final class Main {
                public static void main(String[] args) throws Exception {
                    switch (args[0]) {
                        case "null" -> Thread.currentThread().setContextClassLoader(null);
                        case "foreign" -> Thread.currentThread().setContextClassLoader(
                            new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader()));
                        default -> {}
                    }
                    try (Sandbox sandbox = Sandbox.open("test")) {
                        var request = JavaScriptRequest.of("6*7");
                        var result = sandbox.runJavaScript(request);
                        Receipts.check(request, result);
                        System.out.println(Main.class.getModule().isNamed() + " " + result.isolation() + " "
                            + result.stdout().text());
                    } catch (RuntimeException e) {
                        System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
                    }
                }
            }
            """;

    private static final Map<String, String> MAIN = Map.of("app/Main.java", APPLICATION);

    @TempDir
    Path folder;

    private TestJars jars;
    private Path api;

    @BeforeEach
    void packTheApi() throws URISyntaxException {
        jars = new TestJars(folder);
        Path classes = Path.of(Sandbox.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        api = jars.pack("plimsoll-api", classes);
    }

    @Test
    void findsAProviderOnTheClassPathWhateverTheContextClassLoaderIs() throws Exception {
        Path application = jars.jar("app", MAIN, Map.of());
        Path provider = good("provider", "good");
        for (String context : List.of("own", "null", "foreign")) {
            assertThat(launchOnClassPath(context, application, provider)).isEqualTo("false process 42");
        }
    }

    @Test
    void findsAProviderInAShadedJar() throws Exception {
        jars.jar("app", MAIN, Map.of());
        good("one", "one");
        jars.jar("other", TestJars.provider("two", "other", "SPI_VERSION", ""), TestJars.service("two"));
        Path apiClasses = Path.of(Sandbox.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path shaded =
                jars.shaded("shaded", apiClasses, jars.classes("other"), jars.classes("one"), jars.classes("app"));
        List<String> command =
                new ArrayList<>(List.of("-cp", shaded + File.pathSeparator + libraries(), "app.Main", "null"));
        assertThat(launch(command)).isEqualTo("false process 42");
    }

    @Test
    void findsAProviderOnTheModulePath() throws Exception {
        String path = api + File.pathSeparator + libraries();
        Map<String, String> providerSources = new HashMap<>(TestJars.provider("good", "test", "SPI_VERSION", ""));
        providerSources.put("module-info.java", """
                module test.provider {
                    requires dev.plimsoll.api;
                    provides dev.plimsoll.spi.SandboxProvider with good.TestProvider;
                }
                """);
        Path provider = jars.jar("provider", providerSources, Map.of(), List.of("--module-path", path));
        Map<String, String> applicationSources = new HashMap<>(MAIN);
        applicationSources.put("module-info.java", "module app { requires dev.plimsoll.api; }");
        Path application = jars.jar("app", applicationSources, Map.of(), List.of("--module-path", path));

        for (String context : List.of("own", "null", "foreign")) {
            assertThat(launch(List.of(
                            "--module-path",
                            application + File.pathSeparator + provider + File.pathSeparator + path,
                            "-m",
                            "app/app.Main",
                            context)))
                    .isEqualTo("true process 42");
        }
        assertThat(launch(
                        List.of("--module-path", application + File.pathSeparator + path, "-m", "app/app.Main", "own")))
                .startsWith("ProviderUnavailableException: there is no provider with the id test");
    }

    @Test
    void namesAMissingProviderAndWhatToDo() throws Exception {
        assertThat(launchOnClassPath("own", jars.jar("app", MAIN, Map.of())))
                .startsWith("ProviderUnavailableException: there is no provider with the id test (none were found)")
                .contains("dev.plimsoll:plimsoll-test");
    }

    @Test
    void namesBothOfTwoProvidersWithOneIdAndWhatToDo() throws Exception {
        assertThat(launchOnClassPath("own", jars.jar("app", MAIN, Map.of()), good("a", "one"), good("b", "two")))
                .contains("2 providers with the id test", "one.TestProvider", "two.TestProvider", "a.jar", "b.jar")
                .contains("keep one artifact");
    }

    @Test
    void namesAProviderBuiltForAnotherSpiVersionAndWhatToDo() throws Exception {
        Path provider = jars.jar("old", TestJars.provider("old", "test", "99", ""), TestJars.service("old"));
        assertThat(launchOnClassPath("own", jars.jar("app", MAIN, Map.of()), provider))
                .contains("old.TestProvider", "SPI version 99", "has version 1", "plimsoll-bom");
    }

    @Test
    void namesAProviderWhoseConstructorIsBrokenAndWhatToDo() throws Exception {
        Path provider = jars.jar(
                "broken",
                TestJars.provider(
                        "broken", "test", "SPI_VERSION", "if (true) throw new IllegalStateException(\"boom\");"),
                TestJars.service("broken"));
        assertThat(launchOnClassPath("own", jars.jar("app", MAIN, Map.of()), provider))
                .contains("broken.TestProvider", "IllegalStateException: boom", "repair or remove");
    }

    @Test
    void findsTheGoodProviderBesideBrokenOnes() throws Exception {
        Path broken = jars.jar(
                "broken",
                TestJars.provider("broken", "other", "SPI_VERSION", "if (true) throw new Error();"),
                TestJars.service("broken", "does.not.exist"));
        assertThat(launchOnClassPath("own", jars.jar("app", MAIN, Map.of()), broken, good("good", "good")))
                .isEqualTo("false process 42");
    }

    private Path good(String jar, String packageName) {
        return jars.jar(jar, TestJars.provider(packageName, "test", "SPI_VERSION", ""), TestJars.service(packageName));
    }

    private String launchOnClassPath(String context, Path... jarsOfTest) throws IOException, InterruptedException {
        String path = Stream.concat(Arrays.stream(jarsOfTest), Stream.of(api))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        return launch(List.of("-cp", path + File.pathSeparator + libraries(), "app.Main", context));
    }

    private String launch(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(arguments);
        Path output = folder.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors.txt").toFile());
        builder.environment().remove("SANDBOX_PROVIDER");
        Process process = builder.start();
        int exit = process.waitFor();
        assertThat(exit).as(() -> read(folder.resolve("errors.txt"))).isZero();
        return read(output).strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what an application has besides: the logging API. Without a binding it prints to standard error only. */
    private static String libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("slf4j-api") || entry.contains("jspecify"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
