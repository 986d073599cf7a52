package dev.plimsoll.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java in docs/ is copied from the examples, which are compiled and tested. The README's own block has a test in plimsoll-wasm. */
class SnippetTests {
    /** The broker's own tests run what these show. */
    private static final Set<String> RUN_ELSEWHERE = Set.of("grants.md", "profiles.md", "openapi-grants.md");

    private static String sources;

    @BeforeAll
    static void readTheExamples() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(Page.ROOT.resolve("examples"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                all.append(withoutSpace(Files.readString(file)));
            }
        }
        sources = all.toString();
    }

    static List<Page> docs() throws IOException {
        return Page.docs().stream()
                .filter(page ->
                        !RUN_ELSEWHERE.contains(page.file().getFileName().toString()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("docs")
    void showsJavaThatIsInAnExample(Page page) {
        assertThat(page.blocks())
                .filteredOn(block -> block.isJava() && !block.isFile())
                .allSatisfy(block -> assertThat(sources.contains(withoutSpace(block.text())))
                        .as("an example has%n%s", block.text())
                        .isTrue());
    }

    @Test
    void findsTheBlocks() throws IOException {
        assertThat(docs().stream()
                        .flatMap(page -> page.blocks().stream())
                        .filter(Page.Block::isJava)
                        .count())
                .isGreaterThan(12);
    }

    /** Pages break lines where they like. */
    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
