package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** APIs that show a request to its sender: in which forms the credential is withheld, and in which it is not. */
@Timeout(60)
class EchoedCredentialTests {
    private static final String TOKEN = "a/b+c=d\"e\\f.g\\u0041-~4711";

    private static String reply(String body) throws IOException {
        try (RawServer server = RawServer.saying(body)) {
            Grant grant = Grant.builder(server.origin())
                    .allow(HttpMethod.GET, "/v1/*")
                    .minter(request -> MintedToken.of(Secret.of(TOKEN)))
                    .build();
            try (DirectCalls calls = new DirectCalls(grant)) {
                return calls.get("/v1/1");
            }
        }
    }

    private static String unicode(String format) {
        return TOKEN.chars().mapToObj(c -> String.format(format, c)).collect(Collectors.joining());
    }

    private static String json(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    static Stream<Arguments> withheld() {
        return Stream.of(
                Arguments.of("as it is", TOKEN),
                Arguments.of("in JSON", "{\"you\":\"" + json(TOKEN) + "\"}"),
                Arguments.of(
                        "in JSON whose slashes are escaped", "\"" + json(TOKEN).replace("/", "\\/") + "\""),
                Arguments.of(
                        "in JSON that is safe in HTML",
                        "\"" + json(TOKEN).replace("+", "\\u002B").replace("=", "\\u003d") + "\""),
                Arguments.of("in JSON, each character escaped", "\"Bearer " + unicode("\\u%04x") + "\""),
                Arguments.of(
                        "in upper case",
                        unicode("\\u%04x").toUpperCase(Locale.ROOT).replace("\\U", "\\u")),
                Arguments.of("in JSON in JSON", "\"" + json("{\"you\":\"" + json(TOKEN) + "\"}") + "\""),
                Arguments.of("behind what is no escape", "\\u12 \\x \\" + "\n" + "\"" + json(TOKEN) + "\" \\"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("withheld")
    void withholdsAResponseThatHoldsTheCredential(String form, String body) throws IOException {
        assertThat(reply(body)).isEqualTo(DirectCalls.refused(502, "the response holds the credential of the run"));
    }

    /** As docs/grants.md says: the check is a net under honest APIs, not a wall against one that wants to tell. */
    static Stream<Arguments> passed() {
        return Stream.of(
                Arguments.of("Base64", Base64.getEncoder().encodeToString(TOKEN.getBytes(StandardCharsets.UTF_8))),
                Arguments.of("percent-encoded", URLEncoder.encode(TOKEN, StandardCharsets.UTF_8)),
                Arguments.of("in two pieces", TOKEN.substring(0, 9) + " " + TOKEN.substring(9)),
                Arguments.of("backwards", new StringBuilder(TOKEN).reverse().toString()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("passed")
    void passesOnWhatItDoesNotRecognise(String form, String body) throws IOException {
        assertThat(reply(body)).startsWith("{\"status\":200,");
    }
}
