package dev.plimsoll.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What pages point to is there. */
class LinkTests {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern PROJECTS = Pattern.compile("\\bmvn [^\n`]*-pl ([^\\s`]+)");

    static List<Page> pages() throws IOException {
        return Page.all();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksToFilesAndHeadingsThatAreThere(Page page) throws IOException {
        Matcher links = LINK.matcher(page.prose());
        while (links.find()) {
            String link = links.group(1);
            if (!link.matches("(https?|mailto):.*")) {
                follow(page, link);
            }
        }
    }

    private static void follow(Page page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty()
                ? page.file()
                : page.file().resolveSibling(parts[0]).normalize();
        assertThat(target).as("%s links to %s", page, link).exists().startsWith(Page.ROOT);
        if (parts.length == 2) {
            assertThat(new Page(target, Files.readString(target)).anchors())
                    .as("%s links to %s", page, link)
                    .contains(parts[1]);
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void namesModulesThatAreThere(Page page) {
        Matcher commands = PROJECTS.matcher(page.text());
        while (commands.find()) {
            assertThat(commands.group(1).split(","))
                    .as("%s says %s", page, commands.group())
                    .allSatisfy(module -> assertThat(module.equals("examples/NAME")
                                    || Files.exists(Page.ROOT.resolve(module).resolve("pom.xml")))
                            .isTrue());
        }
    }

    @Test
    void listsEveryPageInTheIndex() throws IOException {
        String index = Page.read("docs/README.md").text();
        assertThat(Page.docs())
                .filteredOn(page -> !page.file().endsWith("README.md"))
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        page -> assertThat(index).contains("](" + page.file().getFileName() + ")"));
    }
}
