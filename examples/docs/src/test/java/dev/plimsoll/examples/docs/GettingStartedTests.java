package dev.plimsoll.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/getting-started.md print what the page says. Its commands are run by .ci/getting-started. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class GettingStartedTests {
    @TempDir
    Path folder;

    @Test
    void showsProgramsThatPrintWhatItSays() throws IOException, InterruptedException {
        List<Page.Block> blocks = Page.read("docs/getting-started.md").blocks();
        int programs = 0;
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).isJava()) {
                Path source = folder.resolve(Path.of(blocks.get(i).info().replaceFirst(".*file=", ""))
                        .getFileName());
                Files.writeString(source, blocks.get(i).text());
                compile(source);
                String name = source.getFileName().toString().replace(".java", "");
                assertThat(blocks.get(i + 1).info()).isEqualTo("sh");
                assertThat(blocks.get(i + 1).text()).contains("-Dexec.mainClass=" + name);
                assertThat(normal(run(name))).isEqualTo(normal(blocks.get(i + 2).text()));
                programs++;
            }
        }
        assertThat(programs).isEqualTo(3);
    }

    @Test
    void showsTheEngineThatIsThere() throws IOException {
        String hashes = Files.readString(Page.ROOT.resolve("plimsoll-wasm/engine/engine.sha256"));
        String engine = hashes.substring(0, hashes.indexOf("  quickjs.wasm"));
        assertThat(Page.read("docs/getting-started.md").text()).contains("quickjs-wasm:sha256:" + engine + "\n");
    }

    private static String normal(String text) {
        return text.replaceAll("[0-9a-f]{64}", "DIGEST").replace(System.lineSeparator(), "\n");
    }

    private void compile(Path source) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-Xlint:all,-path",
                    "-Werror",
                    "-d",
                    folder.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"));
            assertThat(compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                            .call())
                    .as(messages.toString())
                    .isTrue();
        }
    }

    private String run(String mainClass) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dlogback.statusListenerClass=ch.qos.logback.core.status.NopStatusListener",
                        "-cp",
                        folder + File.pathSeparator + quietClassPath(),
                        mainClass)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
        return Files.readString(output);
    }

    /** Without the logger of the tests, which prints to standard output. */
    private static String quietClassPath() {
        return String.join(
                File.pathSeparator,
                List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
                        .filter(entry -> !entry.contains("logback"))
                        .toList());
    }
}
