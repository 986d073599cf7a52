package dev.plimsoll.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * GraalVM's native-image drops what it sees nobody load. The metadata in the jar has to name what is loaded by name: this
 * compares it with what a sandbox does load. Services need no entry: native-image finds them by itself.
 */
@Timeout(120)
class NativeImageMetadataTests {
    private static final String METADATA =
            "/META-INF/native-image/dev.plimsoll/plimsoll-wasm/reachability-metadata.json";

    @Test
    void namesEachResourceThatASandboxLoads() throws Exception {
        try (RecordingLoader loader = new RecordingLoader()) {
            Class<?> type = loader.loadClass("dev.plimsoll.Sandbox");
            try (AutoCloseable sandbox =
                    (AutoCloseable) type.getMethod("open", String.class).invoke(null, "wasm")) {
                type.getMethod("runJavaScript", String.class).invoke(sandbox, "console.log(6 * 7)");
                // the training reads its sources on a thread of its own
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(loader.ownResources()).hasSizeGreaterThan(1));
            }
            assertThat(named("resources", "glob")).containsAll(loader.ownResources());
        }
    }

    /** Also one that is loaded late, or seldom. */
    @Test
    void namesEachFileOfTheJarThatIsNoClass() throws Exception {
        Path classes = Path.of(WasmProvider.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes.resolve("dev"))) {
            assertThat(named("resources", "glob"))
                    .containsExactlyInAnyOrderElementsOf(files.filter(Files::isRegularFile)
                            .map(file -> classes.relativize(file).toString().replace(File.separatorChar, '/'))
                            .filter(name -> !name.endsWith(".class"))
                            .toList());
        }
    }

    @Test
    void namesTheOnlyClassThatIsLoadedByName() throws Exception {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("/Quickjs")) // generated arithmetic, and much of it
                .importPackages("dev.plimsoll");
        assertThat(classes.size()).isGreaterThan(100);
        Set<String> reflecting = classes.stream()
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(NativeImageMetadataTests::isReflection)
                .map(access -> access.getOriginOwner().getName())
                .filter(name -> !name.startsWith("dev.plimsoll.testkit"))
                .collect(Collectors.toSet());
        assertThat(reflecting).containsExactly("dev.plimsoll.wasm.internal.engine.EngineCode");

        List<String> types = named("reflection", "type");
        assertThat(types).hasSize(1);
        Class<?> engine = Class.forName(types.get(0), false, getClass().getClassLoader());
        assertThat(engine.getSuperclass().getName()).isEqualTo("dev.plimsoll.wasm.internal.engine.EngineCode");
        assertThat(engine.getDeclaredConstructor()).isNotNull();
    }

    private static boolean isReflection(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return owner.startsWith("java.lang.reflect.")
                || (owner.equals("java.lang.Class")
                        && (name.equals("forName") || name.startsWith("getDeclared") || name.equals("newInstance")));
    }

    private static List<String> named(String section, String key) throws IOException {
        try (InputStream in = NativeImageMetadataTests.class.getResourceAsStream(METADATA)) {
            JsonObject metadata = JsonParser.parseReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .getAsJsonObject();
            return StreamSupport.stream(metadata.getAsJsonArray(section).spliterator(), false)
                    .map(JsonElement::getAsJsonObject)
                    .map(entry -> entry.get(key).getAsString())
                    .toList();
        }
    }

    /** Loads everything anew and notes which resources are asked for. */
    private static final class RecordingLoader extends URLClassLoader {
        private final Set<String> resources = ConcurrentHashMap.newKeySet();

        RecordingLoader() throws MalformedURLException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
        }

        private static URL[] classPath() throws MalformedURLException {
            List<URL> urls = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                urls.add(new File(entry).toURI().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        Set<String> ownResources() {
            return resources.stream()
                    .filter(name -> name.startsWith("dev/plimsoll/"))
                    .collect(Collectors.toSet());
        }

        @Override
        public URL getResource(String name) {
            resources.add(name);
            return super.getResource(name);
        }
    }
}
