package dev.plimsoll.examples.attest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Java in the documentation is copied from the examples, which are compiled and tested. */
class DocSnippetTests {
    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"receipts.md", "attest.md", "writing-a-provider.md"})
    void everyJavaBlockIsFromAnExample(String page) throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.walk(ROOT.resolve("examples"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                sources.append(withoutSpace(Files.readString(file)));
            }
        }
        Matcher blocks = BLOCK.matcher(Files.readString(ROOT.resolve("docs").resolve(page)));
        int count = 0;
        while (blocks.find()) {
            assertThat(sources.toString()).contains(withoutSpace(blocks.group(1)));
            count++;
        }
        assertThat(count).as("Java blocks in %s", page).isPositive();
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
