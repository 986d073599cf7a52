package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Code of the documentation's pages, which is compiled and run as it stands there, but for the names of what it reaches. */
final class PageCode {
    private static final String CLASS = """
            import dev.plimsoll.Sandbox;
            import dev.plimsoll.broker.*;
            import dev.plimsoll.broker.profile.*;
            import dev.plimsoll.grant.*;
            import dev.plimsoll.run.*;
            import dev.plimsoll.secret.Secret;
            import java.net.URI;
            import java.nio.file.Path;
            import java.util.List;

            public final class Page {
                public static Object run(Sandbox open) throws Exception {
                    $code
                }
            }
            """;

    private PageCode() {}

    static String page(String name) throws IOException {
        return Files.readString(Path.of("..", "docs", name));
    }

    /** Returns a page's blocks of a language, in order. */
    static List<String> blocks(String page, String language) throws IOException {
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(page(page))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    /** Compiles statements that return something, and runs them with a sandbox under the name {@code open}. */
    static Object run(String statements, Path folder, Sandbox sandbox)
            throws IOException, ReflectiveOperationException {
        Path file = Files.writeString(folder.resolve("Page.java"), CLASS.replace("$code", statements));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options =
                    List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(file))
                            .call())
                    .isTrue();
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, PageCode.class.getClassLoader())) {
            return loader.loadClass("Page").getMethod("run", Sandbox.class).invoke(null, sandbox);
        }
    }
}
