package dev.plimsoll.examples.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of the documentation. */
record Page(Path file, String text) {
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```([^\n]*)\n(.*?)^\\1```$");
    private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

    /**
     * Code that a page shows apart from its text.
     *
     * @param info what stands after the fence, such as {@code java}
     * @param text the code
     */
    record Block(String info, String text) {
        boolean isJava() {
            return info.equals("java") || info.startsWith("java ");
        }

        /** Tells whether a reader is to put it into a file. */
        boolean isFile() {
            return info.contains(" file=");
        }
    }

    static Page read(String name) {
        return read(ROOT.resolve(name));
    }

    private static Page read(Path file) {
        try {
            return new Page(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what a reader of the repository finds, but for what is not ours. */
    static List<Page> all() throws IOException {
        try (Stream<Path> files =
                Files.find(ROOT, 5, (file, unused) -> file.toString().endsWith(".md"))) {
            return files.filter(
                            file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|node_modules|\\..*)/.*"))
                    .sorted()
                    .map(Page::read)
                    .toList();
        }
    }

    /** Returns the pages in docs/. */
    static List<Page> docs() throws IOException {
        return all().stream()
                .filter(page -> page.file().startsWith(ROOT.resolve("docs")))
                .toList();
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(2).strip(), matcher.group(3)));
        }
        return blocks;
    }

    /** Returns the text without the blocks. */
    String prose() {
        return BLOCK.matcher(text).replaceAll("");
    }

    /** Returns the code in the text's lines. */
    List<String> spans() {
        return SPAN.matcher(prose()).results().map(found -> found.group(1)).toList();
    }

    /** Returns what links to headings end with, as GitHub makes it of them. */
    List<String> anchors() {
        return HEADING.matcher(prose())
                .results()
                .map(found -> found.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.chars()
                        .filter(c -> Character.isLetterOrDigit(c) || c == ' ' || c == '-' || c == '_')
                        .mapToObj(c -> c == ' ' ? "-" : String.valueOf((char) c))
                        .collect(Collectors.joining()))
                .toList();
    }

    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }
}
