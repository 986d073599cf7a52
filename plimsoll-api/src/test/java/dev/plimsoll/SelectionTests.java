package dev.plimsoll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.error.ProviderUnavailableException;
import dev.plimsoll.error.SandboxDisabledException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.ProviderOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectionTests {
    private final FakeProvider fake = new FakeProvider();

    @AfterEach
    void forgetTheChoice() {
        System.clearProperty("plimsoll.provider");
    }

    @Test
    void refusesEverythingWhenNobodyChoseAProvider() {
        try (Sandbox sandbox = Sandbox.open()) {
            assertThatExceptionOfType(SandboxDisabledException.class)
                    .isThrownBy(() -> sandbox.runJavaScript("1"))
                    .withMessageContaining("plimsoll.provider")
                    .withMessageContaining("SANDBOX_PROVIDER");
            assertThatExceptionOfType(SandboxDisabledException.class).isThrownBy(() -> sandbox.openSession("python"));
            assertThat(sandbox.describe().provider()).isEqualTo("disabled");
            assertThat(sandbox.describe().capabilities()).isEmpty();
        }
    }

    @Test
    void readsTheSystemPropertyAndNeverFallsBackFromWhatItNames() {
        System.setProperty("plimsoll.provider", " missing ");
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(Sandbox::open)
                .satisfies(e -> assertThat(e.provider()).isEqualTo("missing"));
        System.setProperty("plimsoll.provider", " ");
        try (Sandbox sandbox = Sandbox.open()) {
            assertThatExceptionOfType(SandboxDisabledException.class).isThrownBy(() -> sandbox.runJavaScript("1"));
        }
    }

    @Test
    void refusesAProviderIdThatIsNoId() {
        for (String id : new String[] {"", "Wasm", "a b", "a\nb", "x".repeat(33)}) {
            assertThatExceptionOfType(ProviderUnavailableException.class)
                    .isThrownBy(() -> Sandbox.open(id))
                    .withMessageContaining("1 to 32");
        }
    }

    @Test
    void describesItself() {
        try (Sandbox sandbox =
                fake.builder().concurrency(7).floor(Isolation.PROCESS).open()) {
            SandboxDescription description = sandbox.describe();
            assertThat(description.provider()).isEqualTo("fake");
            assertThat(description.evidence()).isEqualTo(FakeProvider.CONTAINER);
            assertThat(description.capabilities()).isEqualTo(fake.capabilities);
            assertThat(description.concurrency()).isEqualTo(7);
            assertThat(description.floor()).isEqualTo(Isolation.PROCESS);
            assertThat(description.limits().timeout()).isEqualTo(Duration.ofSeconds(10));
            assertThat(description.memory()).isEqualTo(fake.memoryBounds());
            assertThat(description.toString())
                    .contains("limits=Limits[timeout=PT10S, outputBytes=65536,")
                    .doesNotContainPattern("@[0-9a-f]+");
        }
    }

    @Test
    void namesAnOptionThatTheProviderDoesNotKnowAndThoseItDoes() {
        fake.knownOptions = Set.of("image");
        fake.builder().option("image", "x").open().close();
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> fake.builder().option("imgae", "x").open())
                .withMessageContaining("imgae")
                .withMessageContaining("image");
        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(
                        () -> fake.builder().option("key", Secret.of("hunter2")).open())
                .withMessageContaining("key")
                .withMessageNotContaining("hunter2");
    }

    @Test
    void readsOptionsWithinTheirBoundsAndNamesTheBoundWithoutTheValue() {
        ProviderOptions options = new ProviderOptions(
                "fake",
                Map.of("n", "7", "b", "true", "d", "PT3S", "bad", "s3cret"),
                Map.of("key", Secret.of("hunter2")),
                Clock.systemUTC(),
                1);
        assertThat(options.number("n", 1, 1, 7)).isEqualTo(7);
        assertThat(options.number("unset", 3, 1, 7)).isEqualTo(3);
        assertThat(options.bool("b", false)).isTrue();
        assertThat(options.duration("d", Duration.ZERO, Duration.ZERO, Duration.ofSeconds(3)))
                .isEqualTo(Duration.ofSeconds(3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.number("n", 1, 1, 6))
                .withMessageContaining("option n of provider fake must be a whole number from 1 to 6");
        for (Runnable read : new Runnable[] {
            () -> options.number("bad", 1, 1, 6),
            () -> options.bool("bad", true),
            () -> options.duration("bad", Duration.ZERO, Duration.ZERO, Duration.ZERO)
        }) {
            assertThatIllegalArgumentException()
                    .isThrownBy(read::run)
                    .withMessageContaining("option bad")
                    .withMessageNotContaining("s3cret");
        }
        assertThat(options.unread()).containsExactly("key");
        assertThat(options.toString()).doesNotContain("hunter2", "s3cret");
    }

    @Test
    void refusesSettingsOutOfBounds() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fake.builder().concurrency(0).open());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fake.builder().concurrency(10_001).open());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fake.builder().totalMemoryBytes(0).open());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fake.builder().floor(Isolation.UNKNOWN).open());
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        fake.builder().admissionWait(Duration.ofMillis(-1)).open());
        assertThat(fake.closes).hasValue(0);
    }
}
