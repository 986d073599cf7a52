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

/** An application with providers, packed in one of the ways in which applications are, and started in a JVM of its own. */
final class LaunchedApplication {
    private static final Map<String, String> MAIN = Map.of("app/Main.java", """
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
                    try (Sandbox sandbox = args[0].equals("configured") ? Sandbox.open() : Sandbox.open("test")) {
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
            """);

    /** How an application is packed. */
    enum Packing {
        CLASS_PATH,
        SHADED_JAR,
        MODULE_PATH
    }

    /** A provider to be compiled: its package, its id, the version it was built for, what its constructor does. */
    record TestProvider(String packageName, String id, String spiVersion, String constructor) {
        static TestProvider good(String packageName) {
            return new TestProvider(packageName, "test", "SPI_VERSION", "");
        }

        Map<String, String> sources() {
            return TestJars.provider(packageName, id, spiVersion, constructor);
        }
    }

    private final Path folder;
    private final TestJars jars;
    private final List<String> jvmArguments = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

    LaunchedApplication(Path folder) {
        this.folder = folder;
        this.jars = new TestJars(folder);
    }

    LaunchedApplication jvmArgument(String argument) {
        jvmArguments.add(argument);
        return this;
    }

    LaunchedApplication environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Packs and starts it; returns what it printed. The context: own, null or foreign class loader, or configured. */
    String launch(Packing packing, String context, TestProvider... providers) throws IOException, InterruptedException {
        return switch (packing) {
            case CLASS_PATH -> start(List.of("-cp", classPath(providers), "app.Main", context));
            case SHADED_JAR -> start(List.of("-cp", shaded(providers), "app.Main", context));
            case MODULE_PATH -> start(List.of("--module-path", modulePath(providers), "-m", "app/app.Main", context));
        };
    }

    private String classPath(TestProvider... providers) {
        List<Path> path = new ArrayList<>(List.of(jars.jar("app", MAIN, Map.of()), api()));
        for (TestProvider provider : providers) {
            String name = provider.packageName();
            path.add(jars.jar(name, provider.sources(), TestJars.service(name)));
        }
        return joined(path);
    }

    private String shaded(TestProvider... providers) {
        jars.jar("app", MAIN, Map.of());
        List<Path> parts = new ArrayList<>(List.of(apiClasses(), jars.classes("app")));
        for (TestProvider provider : providers) {
            String name = provider.packageName();
            jars.jar(name, provider.sources(), TestJars.service(name));
            parts.add(jars.classes(name));
        }
        return joined(List.of(jars.shaded("shaded", parts.toArray(Path[]::new))));
    }

    private String modulePath(TestProvider... providers) {
        List<String> options = List.of("--module-path", joined(List.of(api())));
        List<Path> path = new ArrayList<>(List.of(api()));
        path.add(jars.jar("app", with(MAIN, "module app { requires dev.plimsoll.api; }"), Map.of(), options));
        for (TestProvider provider : providers) {
            String name = provider.packageName();
            String module = "module test." + name + " { requires dev.plimsoll.api;"
                    + " provides dev.plimsoll.spi.SandboxProvider with " + name + ".TestProvider; }";
            path.add(jars.jar(name, with(provider.sources(), module), Map.of(), options));
        }
        return joined(path);
    }

    private static Map<String, String> with(Map<String, String> sources, String module) {
        Map<String, String> all = new HashMap<>(sources);
        all.put("module-info.java", module);
        return all;
    }

    private Path api() {
        return jars.pack("plimsoll-api", apiClasses());
    }

    private static Path apiClasses() {
        try {
            return Path.of(Sandbox.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Joins what was packed and what an application has besides: the logging API. */
    private static String joined(List<Path> packed) {
        return Stream.concat(
                        packed.stream().map(Path::toString),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> entry.contains("slf4j-api") || entry.contains("jspecify")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String start(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(jvmArguments);
        command.addAll(arguments);
        Path output = folder.resolve("output.txt");
        Path errors = folder.resolve("errors.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().remove("SANDBOX_PROVIDER");
        builder.environment().putAll(environment);
        int exit = builder.start().waitFor();
        assertThat(exit).as(() -> read(errors)).isZero();
        return read(output).strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
