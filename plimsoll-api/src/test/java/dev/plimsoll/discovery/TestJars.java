package dev.plimsoll.discovery;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles sources and packs them, as a provider's or an application's own build would. */
final class TestJars {
    private static final String SERVICE = "META-INF/services/dev.plimsoll.spi.SandboxProvider";

    /** A provider in the form of a template: the package, the id, the SPI version, what its constructor does. */
    private static final String PROVIDER = """
            package $package;

            import dev.plimsoll.isolation.Evidence;
            import dev.plimsoll.isolation.Isolation;
            import dev.plimsoll.run.JavaScriptRequest;
            import dev.plimsoll.spi.*;
            import java.util.Set;

            public final class TestProvider implements SandboxProvider, SandboxBackend {
                private static final Evidence WALL = Evidence.of(Isolation.PROCESS, "test:1");
                public TestProvider() { $constructor }
                public String id() { return "$id"; }
                public int spiVersion() { return $version; }
                public SandboxBackend create(ProviderOptions options) { return this; }
                public Evidence evidence() { return WALL; }
                public Set<Capability> capabilities() { return Set.of(Capability.JAVASCRIPT); }
                public ProgramOutcome runJavaScript(Dispatch<JavaScriptRequest> dispatch) {
                    dispatch.stdout().write("42".getBytes());
                    return ProgramOutcome.exited(0, WALL);
                }
                public void close() {}
            }
            """;

    private final Path folder;

    TestJars(Path folder) {
        this.folder = folder;
    }

    /** Returns the source of a provider, by its file name. */
    static Map<String, String> provider(String packageName, String id, String spiVersion, String constructor) {
        return Map.of(
                packageName.replace('.', '/') + "/TestProvider.java",
                PROVIDER.replace("$package", packageName)
                        .replace("$constructor", constructor)
                        .replace("$id", id)
                        .replace("$version", spiVersion));
    }

    /** Compiles and packs sources, on the class path. */
    Path jar(String name, Map<String, String> sources, Map<String, String> resources) {
        return jar(name, sources, resources, List.of("-classpath", System.getProperty("java.class.path")));
    }

    /** Compiles and packs sources with options for where to look. */
    Path jar(String name, Map<String, String> sources, Map<String, String> resources, List<String> options) {
        Path classes = folder.resolve(name + "-classes");
        write(folder.resolve(name + "-sources"), sources);
        write(classes, resources);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("-proc:none", "--release", "17", "-d", classes.toString()));
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<Path> paths = sources.keySet().stream()
                    .map(folder.resolve(name + "-sources")::resolve)
                    .toList();
            if (!compiler.getTask(messages, files, null, all, null, files.getJavaFileObjectsFromPaths(paths))
                    .call()) {
                throw new IllegalStateException(messages.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pack(name, classes);
    }

    /** Packs folders and the contents of service files that several of them have, as a shading plugin does. */
    Path shaded(String name, Path... parts) {
        Path merged = folder.resolve(name + "-merged");
        for (Path part : parts) {
            copy(part, merged);
        }
        return pack(name, merged);
    }

    /** Returns the classes that were compiled for a jar. */
    Path classes(String name) {
        return folder.resolve(name + "-classes");
    }

    /** Names a provider in a service file. */
    static Map<String, String> service(String... packages) {
        StringBuilder lines = new StringBuilder();
        for (String packageName : packages) {
            lines.append(packageName).append(".TestProvider\n");
        }
        return Map.of(SERVICE, lines.toString());
    }

    Path pack(String name, Path classes) {
        Path jar = folder.resolve(name + ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar;
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String relative = from.relativize(file).toString();
                if (relative.equals("module-info.class")) {
                    continue; // a shaded jar has no module of its own
                }
                Path target = to.resolve(relative);
                Files.createDirectories(target.getParent());
                if (relative.startsWith("META-INF/services/") && Files.exists(target)) {
                    Files.writeString(target, Files.readString(target) + Files.readString(file));
                } else if (!Files.exists(target)) {
                    Files.copy(file, target);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path root, Map<String, String> files) {
        try {
            Files.createDirectories(root);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = root.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
