package dev.plimsoll.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.discovery.LaunchedApplication.Packing;
import dev.plimsoll.discovery.LaunchedApplication.TestProvider;
import dev.plimsoll.error.ProviderUnavailableException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts a real JVM in each of the ways in which applications are packed. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class LaunchTests {
    private static final String FAILURE = "if (true) throw new IllegalStateException(\"boom\");";

    @TempDir
    Path folder;

    private LaunchedApplication application;

    @BeforeEach
    void newApplication() {
        application = new LaunchedApplication(folder);
    }

    @ParameterizedTest
    @EnumSource
    void findsAProviderWhateverTheContextClassLoaderIs(Packing packing) throws Exception {
        TestProvider other = new TestProvider("two", "other", "SPI_VERSION", "");
        for (String context : List.of("own", "null", "foreign")) {
            assertThat(application.launch(packing, context, TestProvider.good("one"), other))
                    .isEqualTo((packing == Packing.MODULE_PATH) + " process 42");
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAMissingProviderAndWhatToDo(Packing packing) throws Exception {
        assertThat(application.launch(packing, "own"))
                .startsWith("ProviderUnavailableException: there is no provider with the id test (none were found)")
                .contains("dev.plimsoll:plimsoll-test");
    }

    @ParameterizedTest
    @EnumSource
    void namesBothOfTwoProvidersWithOneIdAndWhatToDo(Packing packing) throws Exception {
        assertThat(application.launch(packing, "own", TestProvider.good("one"), TestProvider.good("two")))
                .contains("2 providers with the id test", "one.TestProvider", "two.TestProvider")
                .contains(packing == Packing.SHADED_JAR ? List.of("shaded.jar") : List.of("one.jar", "two.jar"))
                .contains("keep one artifact");
    }

    @ParameterizedTest
    @EnumSource
    void namesAProviderBuiltForAnotherSpiVersionAndWhatToDo(Packing packing) throws Exception {
        assertThat(application.launch(packing, "own", new TestProvider("old", "test", "99", "")))
                .contains("old.TestProvider", "SPI version 99", "has version 1", "plimsoll-bom");
    }

    @ParameterizedTest
    @EnumSource
    void namesAProviderWhoseConstructorIsBrokenAndWhatToDo(Packing packing) throws Exception {
        assertThat(application.launch(packing, "own", new TestProvider("broken", "test", "SPI_VERSION", FAILURE)))
                .contains("broken.TestProvider", "IllegalStateException: boom", "repair or remove");
    }

    @ParameterizedTest
    @EnumSource
    void findsTheGoodProviderBesideABrokenOne(Packing packing) throws Exception {
        TestProvider broken = new TestProvider("broken", "other", "SPI_VERSION", "if (true) throw new Error();");
        assertThat(application.launch(packing, "own", broken, TestProvider.good("good")))
                .endsWith(" process 42");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "       , test   , false process 42",
                "       , ` test`, false process 42",
                "       , other  , ProviderUnavailableException: there is no provider with the id other",
                "       , ` `    , SandboxDisabledException: nothing ran",
                "       ,        , SandboxDisabledException: nothing ran",
                "missing, test   , ProviderUnavailableException: there is no provider with the id missing",
                "test   , missing, false process 42",
                "` `    , test   , false process 42"
            })
    void takesTheSystemPropertyThenTheEnvironmentVariable(String property, String variable, String printed)
            throws Exception {
        if (property != null) {
            application.jvmArgument("-Dplimsoll.provider=" + property);
        }
        if (variable != null) {
            application.environment("SANDBOX_PROVIDER", variable);
        }
        assertThat(application.launch(Packing.CLASS_PATH, "configured", TestProvider.good("one")))
                .startsWith(printed);
    }

    @Test
    void looksInTheClassLoaderThatItIsGivenToo() throws Exception {
        TestJars jars = new TestJars(folder);
        Path jar = jars.jar("plugin", TestProvider.good("plugin").sources(), TestJars.service("plugin"));
        try (URLClassLoader plugins =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, LaunchTests.class.getClassLoader())) {
            SandboxBuilder builder = Sandbox.builder().provider("test");
            assertThatExceptionOfType(ProviderUnavailableException.class)
                    .isThrownBy(builder::open)
                    .withMessageContaining("pass a class loader to the builder");
            try (Sandbox sandbox = builder.classLoader(plugins).open()) {
                assertThat(sandbox.runJavaScript("6*7").stdoutText()).isEqualTo("42");
            }
        }
    }

    @Test
    void namesAProviderThatIsFoundAndHasNoId() throws Exception {
        Map<String, String> sources = new HashMap<>(TestProvider.good("plugin").sources());
        sources.replaceAll((file, source) -> source.replace("return \"test\"", "return null"));
        Path jar = new TestJars(folder).jar("plugin", sources, TestJars.service("plugin"));
        try (URLClassLoader plugins =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, LaunchTests.class.getClassLoader())) {
            assertThatExceptionOfType(ProviderUnavailableException.class)
                    .isThrownBy(() -> Sandbox.builder()
                            .provider("test")
                            .classLoader(plugins)
                            .open())
                    .withMessageContaining("there is no provider with the id test")
                    .withMessageContaining("(plugin.TestProvider) returned null from id()");
        }
    }

    @Test
    void namesAProviderOfItsClassLoaderThatBelongsToAnotherCopyOfTheApi() throws Exception {
        TestJars jars = new TestJars(folder);
        Path jar = jars.jar("plugin", TestProvider.good("plugin").sources(), TestJars.service("plugin"));
        URL api = Sandbox.class.getProtectionDomain().getCodeSource().getLocation();
        // a web application that packs its own copy of this library
        try (URLClassLoader foreign =
                new URLClassLoader(new URL[] {jar.toUri().toURL(), api}, ClassLoader.getPlatformClassLoader())) {
            assertThatExceptionOfType(ProviderUnavailableException.class)
                    .isThrownBy(() -> Sandbox.builder()
                            .provider("test")
                            .classLoader(foreign)
                            .open())
                    .withMessageContaining("plugin.TestProvider")
                    .withMessageContaining("not a subtype");
        }
    }
}
