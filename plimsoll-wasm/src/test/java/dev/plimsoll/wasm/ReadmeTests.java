package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows compiles, runs and is there. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ReadmeTests {
    private static final Path ROOT = Path.of("..");

    @TempDir
    Path folder;

    @Test
    void showsAProgramThatRuns() throws IOException, InterruptedException {
        String snippet = block("java");
        assertThat(snippet.lines().dropWhile(line -> !line.startsWith("try")).count())
                .isLessThanOrEqualTo(15);
        String imports = snippet.lines().filter(ReadmeTests::isImport).collect(Collectors.joining("\n"));
        String body = snippet.lines().filter(line -> !isImport(line)).collect(Collectors.joining("\n"));
        Path source = folder.resolve("Readme.java");
        Files.writeString(
                source, imports + "\nclass Readme { public static void main(String[] args) {\n" + body + "\n}}\n");
        compile(source);
        assertThat(run("Readme")).matches("process, exit code 0\n42\nreceipt [0-9a-f]{64}\n");
    }

    @Test
    void namesArtifactsThatTheBomHas() throws IOException {
        String bom = Files.readString(ROOT.resolve("plimsoll-bom/pom.xml"));
        List<String> named = matches("<artifactId>(.+?)</artifactId>", block("xml"));
        assertThat(named).contains("plimsoll-bom", "plimsoll-api", "plimsoll-wasm");
        assertThat(named).allSatisfy(name -> assertThat(bom).contains("<artifactId>" + name + "</artifactId>"));
        assertThat(matches("<version>(.+?)</version>", block("xml")))
                .allSatisfy(version -> assertThat(bom).contains("<version>" + version + "</version>"));
    }

    @Test
    void namesModulesThatAreThere() throws IOException {
        assertThat(matches("`(plimsoll-[a-z0-9]+)`", readme()))
                .contains("plimsoll-docker")
                .allSatisfy(name -> assertThat(ROOT.resolve(name)).isDirectory());
        assertThat(matches("\\]\\(([^:)]+)\\)", readme()))
                .isNotEmpty()
                .allSatisfy(link -> assertThat(ROOT.resolve(link)).exists());
    }

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md"));
    }

    /** The README's block of a language, of which it has one. */
    private static String block(String language) throws IOException {
        List<String> blocks = matches("(?s)```" + language + "\n(.+?)```", readme());
        assertThat(blocks).hasSize(1);
        return blocks.get(0);
    }

    private static List<String> matches(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.results().map(result -> result.group(1)).toList();
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }

    private void compile(Path source) throws IOException {
        StringWriter messages = new StringWriter();
        try (var files = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none", "-Xlint:all,-path", "-Werror", "-d", folder.toString(), "-classpath", classPath());
            boolean compiled = ToolProvider.getSystemJavaCompiler()
                    .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    private String run(String mainClass) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + File.pathSeparator + classPath(),
                        mainClass)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
        return Files.readString(output).replace(System.lineSeparator(), "\n");
    }
}
