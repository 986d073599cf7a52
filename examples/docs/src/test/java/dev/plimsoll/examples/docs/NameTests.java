package dev.plimsoll.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes and members that pages name in code type are there, in plimsoll, in the JDK or in the guest's JavaScript. */
class NameTests {
    /** Such as {@code Grant.Builder.build()} and {@code InsufficientIsolationException}. */
    private static final Pattern NAME =
            Pattern.compile("([A-Z]\\w*(?:\\.[A-Z]\\w*)*\\.[a-z]\\w*|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?:\\(.*\\))?");

    private static final List<String> PACKAGES = List.of(
            "java.lang.",
            "java.util.",
            "java.util.concurrent.",
            "java.io.",
            "java.time.",
            "java.security.",
            "java.nio.channels.");

    /** Names of Docker, of Maven, of Python, of the guest's client and of what the guest lacks, and one that stands for many. */
    private static final Set<String> OTHERS = Set.of(
            "OpenStdin",
            "StdinOnce",
            "RuntimeError",
            "HostError",
            "WebAssembly",
            "FooTests",
            "ServicesResourceTransformer");

    private static final Set<String> FILES = new HashSet<>();
    private static final Map<String, Path> SOURCES = new TreeMap<>();
    private static String guestNames;

    @BeforeAll
    static void readTheSources() throws IOException {
        try (Stream<Path> files = Files.walk(Page.ROOT)) {
            files.filter(file -> !file.toString().contains("/target/")).forEach(NameTests::take);
        }
        guestNames = Files.readString(Page.ROOT.resolve("plimsoll-wasm/src/test/resources/js-surface.txt"));
    }

    private static void take(Path file) {
        String name = file.getFileName().toString();
        FILES.add(name);
        if (name.endsWith(".java")) {
            SOURCES.put(name.replace(".java", ""), file);
        }
    }

    static List<Page> pages() throws IOException {
        return Page.all().stream() // an example's own page names what its framework has
                .filter(page -> !page.file().startsWith(Page.ROOT.resolve("examples")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void namesWhatIsThere(Page page) {
        assertThat(page.spans())
                .filteredOn(span -> NAME.matcher(span).matches())
                .allSatisfy(span -> assertThat(isThere(span.replaceFirst("\\(.*", "")))
                        .as("%s in %s", span, page)
                        .isTrue());
    }

    @Test
    void knowsWhatIsNotThere() {
        assertThat(List.of("Sandbox.runJavaScript", "Grant.Builder.build", "Object.groupBy", "NotDispatchedException"))
                .allMatch(NameTests::isThere);
        assertThat(List.of("Sandbox.runRuby", "Grant.Builder.make", "Object.groupAll", "SandboxFullException"))
                .noneMatch(NameTests::isThere);
    }

    private static boolean isThere(String name) {
        if (OTHERS.contains(name) || FILES.contains(name)) {
            return true;
        }
        List<String> parts = List.of(name.split("\\."));
        String member = parts.get(parts.size() - 1);
        boolean hasMember = Character.isLowerCase(member.charAt(0));
        List<String> types = hasMember ? parts.subList(0, parts.size() - 1) : parts;
        return isJava(types, hasMember ? member : "") || isTheGuests(types.get(0), hasMember ? member : "");
    }

    private static boolean isJava(List<String> types, String member) {
        Optional<Class<?>> type = type(types);
        if (type.isPresent()) {
            return member.isEmpty() || hasMember(type.get(), member);
        }
        Path source = SOURCES.get(types.get(0)); // of a module that is not on the class path here
        return source != null
                && (member.isEmpty()
                        || Pattern.compile("\\b" + member + "\\b")
                                .matcher(read(source))
                                .find());
    }

    private static boolean isTheGuests(String type, String member) {
        return guestNames
                .lines()
                .anyMatch(line ->
                        member.isEmpty() ? hasWord(line, type) : line.startsWith(type + ":") && hasWord(line, member));
    }

    private static boolean hasWord(String line, String word) {
        return Arrays.asList(line.split("[ :]+")).contains(word);
    }

    private static Optional<Class<?>> type(List<String> parts) {
        String nested = String.join("$", parts);
        Path source = SOURCES.get(parts.get(0));
        if (source != null) {
            String packageName = read(source).replaceFirst("(?s).*?^?package ([\\w.]+);.*", "$1");
            return load(packageName + "." + nested);
        }
        return PACKAGES.stream().flatMap(name -> load(name + nested).stream()).findFirst();
    }

    private static Optional<Class<?>> load(String name) {
        try {
            return Optional.of(Class.forName(name, false, NameTests.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    private static boolean hasMember(Class<?> type, String name) {
        return Stream.of(
                        Arrays.stream(type.getMethods()),
                        Arrays.stream(type.getDeclaredMethods()),
                        Arrays.stream(type.getFields()))
                .flatMap(members -> members)
                .anyMatch(member -> member.getName().equals(name));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
