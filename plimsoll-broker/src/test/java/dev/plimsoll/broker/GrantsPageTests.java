package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page about grants: its code is compiled and run, against a server on loopback. */
@Timeout(120)
class GrantsPageTests {
    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    private static final String CLASS = """
            import dev.plimsoll.Sandbox;
            import dev.plimsoll.grant.*;
            import dev.plimsoll.run.*;
            import dev.plimsoll.secret.Secret;

            public final class Page {
                public static JavaScriptResult run(Sandbox sandbox) {
                    $code
                    return result;
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void showsCodeThatRuns() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "grants.md"));
        Matcher java = JAVA.matcher(page);
        assertThat(java.find()).isTrue();
        try (RawServer server = RawServer.saying("{\"id\":7}");
                Sandbox sandbox = Sandbox.open("wasm")) {
            String code = java.group(1)
                    .replace("https://api.example.com", server.origin())
                    .replace("System.getenv(\"STAFF_TOKEN\")", "\"t0ken\"");
            JavaScriptResult result = run(CLASS.replace("$code", code), sandbox);
            assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("{ id: 7 }\n");
            assertThat(server.requests().get(0).header("authorization")).containsExactly("Bearer t0ken");
        }
        assertThat(java.find()).as("every snippet is run").isFalse();
    }

    @Test
    void namesTheBoundsThatHold() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "grants.md"), StandardCharsets.UTF_8);
        assertThat(page)
                .contains("| request body | " + (GuestCall.MAX_BODY_BYTES >> 20) + " MiB")
                .contains("| response body | " + (Reply.MAX_BODY_BYTES >> 20) + " MiB")
                .contains(QuietTime.DEFAULT.toSeconds() + " s without one, at most " + QuietTime.LONGEST.toSeconds()
                        + " s");
    }

    private JavaScriptResult run(String source, Sandbox sandbox) throws Exception {
        Path file = Files.writeString(folder.resolve("Page.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options =
                    List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(file))
                            .call())
                    .isTrue();
        }
        try (URLClassLoader loader = new URLClassLoader(
                new java.net.URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            return (JavaScriptResult)
                    loader.loadClass("Page").getMethod("run", Sandbox.class).invoke(null, sandbox);
        }
    }
}
