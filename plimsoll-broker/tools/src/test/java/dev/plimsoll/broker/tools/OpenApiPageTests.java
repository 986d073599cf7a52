package dev.plimsoll.broker.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.broker.mint.StaticToken;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.Route;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The page about this program: its code is here, word for word, and its command line works. */
@Timeout(120)
class OpenApiPageTests {
    private static final Path PAGE = Path.of("..", "..", "docs", "openapi-grants.md");
    private static final Path SOURCE =
            Path.of("src/test/java/dev/plimsoll/broker/tools", OpenApiPageTests.class.getSimpleName() + ".java");

    @TempDir
    Path folder;

    private static Grant asOnThePage(Path document, Secret token) throws IOException {
        OpenApiGrant derived = OpenApiGrant.from(Files.readString(document))
                .baseUrl("https://api.example.com/v1")
                .derive();
        Grant grant = derived.grant().minter(StaticToken.of(token)).build();
        return grant;
    }

    private static List<String> blocks(String language) throws IOException {
        return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void showsTheCodeThatIsRunHere() throws IOException {
        assertThat(blocks("java"))
                .singleElement()
                .satisfies(code ->
                        assertThat(withoutSpace(Files.readString(SOURCE))).contains(withoutSpace(code)));
        Path document = Files.writeString(folder.resolve("items.yaml"), OpenApiGrantTests.items());
        assertThat(asOnThePage(document, Secret.of("t0ken")).routes()).contains(Route.get("/v1/items/*"));
    }

    @Test
    void showsACommandLineThatWorks() throws IOException {
        Path document = Files.writeString(folder.resolve("items.yaml"), OpenApiGrantTests.items());
        Path out = folder.resolve("items");
        String command = blocks("sh").get(0).replace("\\\n", " ");
        String[] arguments = command.substring(command.indexOf(" openapi") + 1)
                .replace("items.yaml", document.toString())
                .replace("grants/items", out.toString())
                .strip()
                .split("\\s+", -1);
        CommandLine program = GrantToolsProgram.commandLine();
        program.setOut(new PrintWriter(new StringWriter()));
        assertThat(program.execute(arguments)).isZero();
        assertThat(Files.readString(out.resolve("grant.json")))
                .contains("\"ITEMS_TOKEN\"", "\"alice\"", "\"items:read\"");
    }
}
