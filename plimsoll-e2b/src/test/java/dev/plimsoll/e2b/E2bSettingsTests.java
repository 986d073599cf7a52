package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.ProviderOptions;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class E2bSettingsTests {
    private static final String KEY = "e2b_0123456789abcdef";

    private static ProviderOptions options(Map<String, String> values) {
        return new ProviderOptions("e2b", values, Map.of("apiKey", Secret.of(KEY)), Clock.systemUTC(), 4);
    }

    @Test
    void takesTheCloudUnlessToldOtherwise() {
        E2bSettings settings = E2bSettings.of(options(Map.of()));
        assertThat(settings.api()).hasToString("https://api.e2b.app/");
        assertThat(settings.sandboxes()).isEmpty();
        assertThat(settings.createV1()).isFalse();
    }

    @Test
    void derivesTheAddressFromTheDomain() {
        assertThat(E2bSettings.of(options(Map.of("domain", "vm.example.org"))).api())
                .hasToString("https://api.vm.example.org/");
    }

    @ParameterizedTest
    @CsvSource({
        "apiUrl, http://api.example.org",
        "apiUrl, https://user:pw@api.example.org",
        "apiUrl, https://api.example.org/x",
        "sandboxUrl, ftp://127.0.0.1",
        "template, a b",
        "node, 'node;reboot'",
        "createVersion, v3",
        "owner, a=b",
        "maxSandboxes, 20000",
        "createWait, PT1H",
        "keepAlive, PT0.1S"
    })
    void refusesWhatIsOutOfBounds(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> E2bSettings.of(options(Map.of(name, value))))
                .withMessageContaining(name)
                .withMessageNotContaining(value);
    }

    @Test
    void doesNotRepeatAKeyThatIsMalformed() {
        ProviderOptions options =
                new ProviderOptions("e2b", Map.of(), Map.of("apiKey", Secret.of("sk-oops")), Clock.systemUTC(), 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> E2bSettings.of(options))
                .withMessageContaining("e2b_")
                .withMessageNotContaining("oops");
    }

    @Test
    void showsNoKey() {
        assertThat(E2bSettings.of(options(Map.of())).toString()).doesNotContain(KEY);
    }
}
