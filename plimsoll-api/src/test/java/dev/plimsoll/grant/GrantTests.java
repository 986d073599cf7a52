package dev.plimsoll.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.secret.Secret;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrantTests {
    private static final TokenMinter MINTER = request -> MintedToken.of(Secret.of("t0ken"));

    @ParameterizedTest
    @CsvSource({
        "/v1/items, /v1/items, true",
        "/v1/items, /v1/items/, false",
        "/v1/items, /v1/item, false",
        "/v1/items, /v1/Items, false",
        "/v1/items/*, /v1/items/7, true",
        "/v1/items/*, /v1/items/, false",
        "/v1/items/*, /v1/items, false",
        "/v1/items/*, /v1/items/7/8, false",
        "/v1/*/parts, /v1/7/parts, true",
        "/v1/*/parts, /v1//parts, false",
        "/v1/*/parts, /v1/7/parts/9, false",
        "/*, /x, true",
        "/*, /, false",
        "/, /, true",
        "/a, a, false"
    })
    void matchesWholeSegmentsOnly(String template, String path, boolean matches) {
        assertThat(Route.get(template).matches(HttpMethod.GET, path)).isEqualTo(matches);
        assertThat(Route.get(template).matches(HttpMethod.POST, path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "a", "//", "/a//b", "/.", "/a/../b", "/...", "/a*", "/**", "/a b", "/a?b", "/a%2f", "/é", "/a#",
                "/a\\b", "/a;b"
            })
    void refusesATemplateThatCouldBeReadInTwoWays(String template) {
        assertThatIllegalArgumentException().isThrownBy(() -> Route.get(template));
    }

    @Test
    void parsesARoute() {
        assertThat(Route.parse("PATCH /v1/*")).isEqualTo(new Route(HttpMethod.PATCH, "/v1/*"));
        assertThatIllegalArgumentException().isThrownBy(() -> Route.parse("TRACE /v1"));
        assertThatIllegalArgumentException().isThrownBy(() -> Route.parse("/v1"));
        Route.get("/" + "a".repeat(Route.MAX_TEMPLATE_LENGTH - 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Route.get("/" + "a".repeat(Route.MAX_TEMPLATE_LENGTH)));
    }

    @Test
    void listsEveryFaultOfAGrantAtOnce() {
        assertThatExceptionOfType(InvalidGrantException.class)
                .isThrownBy(() -> Grant.builder("http://user@example.com/path?q")
                        .name("a b")
                        .allow(HttpMethod.GET, "/a//b")
                        .scope("*")
                        .scope("code:run")
                        .scope("two words")
                        .globalName("1x")
                        .healthRoute(Route.get("/v1/*"))
                        .callBudget(0)
                        .build())
                .satisfies(e -> assertThat(e.faults())
                        .hasSize(13)
                        .anyMatch(f -> f.contains("must be https"))
                        .anyMatch(f -> f.contains("user information"))
                        .anyMatch(f -> f.contains("path"))
                        .anyMatch(f -> f.contains("query"))
                        .anyMatch(f -> f.contains("route 1 has an empty segment"))
                        .anyMatch(f -> f.contains("minter"))
                        .anyMatch(f -> f.contains("health route")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://api.example.com",
                "https://api.example.com:8443",
                "http://localhost:1",
                "http://127.0.0.1:8080",
                "http://[::1]:8080"
            })
    void takesAnOrigin(String origin) {
        assertThat(Grant.builder(origin).minter(MINTER).build().baseUrl()).hasToString(origin);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com",
                "https://",
                "ftp://example.com",
                "https://a_b.example.com",
                "https://example.com/",
                "https://example.com#f",
                "example.com",
                "https://example.com:0",
                "https://example.com:65536",
                "http://127.0.0.1.example.com"
            })
    void refusesWhatIsNoOrigin(String origin) {
        assertThatExceptionOfType(InvalidGrantException.class)
                .isThrownBy(() -> Grant.builder(origin).minter(MINTER).build());
    }

    @Test
    void keepsASecretOutOfEverythingThatIsPrinted() {
        Secret secret = Secret.of("t0ken");
        assertThat(List.of(secret.toString(), MintedToken.of(secret).toString()))
                .noneMatch(text -> text.contains("t0ken"));
        assertThat(secret).hasToString("Secret[5 characters]").isEqualTo(Secret.of("t0ken"));
        assertThat(secret).isNotEqualTo(Secret.of("t0kem")).hasSameHashCodeAs(Secret.of("other"));
        assertThat(secret.reveal()).isEqualTo("t0ken");
    }
}
