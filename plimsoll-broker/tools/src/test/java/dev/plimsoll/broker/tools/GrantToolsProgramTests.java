package dev.plimsoll.broker.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.broker.profile.ProfileLoader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(120)
class GrantToolsProgramTests {
    @TempDir
    Path folder;

    private Path document;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void writeDocument() throws IOException {
        document = Files.writeString(folder.resolve("items.yaml"), OpenApiGrantTests.items());
    }

    private int run(String... arguments) {
        CommandLine program = GrantToolsProgram.commandLine();
        program.setOut(new PrintWriter(out));
        program.setErr(new PrintWriter(err));
        return program.execute(arguments);
    }

    private int openApi(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "openapi",
                "--document",
                document.toString(),
                "--base-url",
                "https://api.example.com/v1",
                "--out",
                folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private List<String> written() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void writesAProfileThatLoadsWithTheClientBesideIt() throws IOException {
        assertThat(openApi("--principal", "alice", "--token-variable", "T", "--scope", "items:read"))
                .as(err.toString())
                .isZero();

        assertThat(written()).containsExactly("client.js", "grant.json", "tool.json");
        var grant = new ProfileLoader()
                .environment(name -> name.equals("T") ? "token" : null)
                .load(folder.resolve("out/grant.json"))
                .find("api", Optional.of("alice"))
                .orElseThrow();
        assertThat(grant.routes()).hasSize(6);
        assertThat(grant.guestScript()).isEqualTo(Files.readString(folder.resolve("out/client.js")));
        assertThat(out.toString())
                .contains("6 routes, 5 operations skipped", "skipped GET /search: it needs a query parameter");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void withoutAPrincipalNobodyMayUseTheProfile() throws IOException {
        assertThat(openApi()).isZero();

        assertThat(out.toString()).contains("nobody may use the profile yet");
        assertThat(new ProfileLoader()
                        .environment(name -> "token")
                        .load(folder.resolve("out/grant.json"))
                        .find("api", Optional.of("alice")))
                .isEmpty();
    }

    @Test
    void replacesNothingUnlessToldTo() throws IOException {
        assertThat(openApi()).isZero();
        Files.writeString(folder.resolve("out/tool.json"), "mine");

        assertThat(openApi()).isEqualTo(1);
        assertThat(err.toString()).contains("is there already; give --overwrite");
        assertThat(folder.resolve("out/tool.json")).hasContent("mine");

        assertThat(openApi("--overwrite")).isZero();
        assertThat(Files.readString(folder.resolve("out/tool.json"))).startsWith("{");
        assertThat(written()).containsExactly("client.js", "grant.json", "tool.json");
    }

    @Test
    void aRefusedDocumentLeavesNothing() throws IOException {
        Files.writeString(document, "openapi: 3.0.0\npaths: {}\n");

        assertThat(openApi()).isEqualTo(1);
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(err.toString()).startsWith("error: ").doesNotContain("\tat ");
    }

    @Test
    void aFolderThatCannotBeWrittenLeavesNoParts() throws IOException {
        Files.createDirectories(folder.resolve("out/grant.json/x"));

        assertThat(openApi("--overwrite")).isEqualTo(1);
        assertThat(written()).doesNotContain(".part");
        assertThat(written()).noneMatch(name -> name.endsWith(".part"));
    }

    @Test
    void exitCodesTellAWrongCommandLineFromAnUnusableFile() {
        assertThat(run()).isEqualTo(2);
        assertThat(run("openapi")).isEqualTo(2);
        assertThat(run("nonsense")).isEqualTo(2);
        assertThat(run(
                        "openapi",
                        "--document",
                        folder.resolve("none").toString(),
                        "--base-url",
                        "https://a.example",
                        "--out",
                        "x"))
                .isEqualTo(1);
        assertThat(openApi("--name", "not a name")).isEqualTo(1);
        assertThat(run("--help")).isZero();
        assertThat(run("openapi", "--help")).isZero();
        assertThat(out.toString()).contains("--base-url", "--document");
        assertThat(err.toString()).doesNotContain("\tat ", "java.");
    }

    @Test
    void hostileNamesDoNotReachTheTerminal() throws IOException {
        Files.writeString(document, """
                openapi: 3.0.0
                info: {title: T, version: '1'}
                paths:
                  /a: {get: {responses: {'200': {description: x}}}}
                  "/b{\\u001b]0;x\\u0007\\u202e": {get: {responses: {'200': {description: x}}}}
                """);

        assertThat(openApi()).isZero();
        assertThat(out.toString()).contains("skipped GET /b{").doesNotContain("\u001b", "\u0007", "\u202e");
    }

    @Test
    void writesShellCompletion() {
        assertThat(run("generate-completion")).isZero();
        assertThat(out.toString()).contains("plimsoll-grant", "--base-url");
    }
}
