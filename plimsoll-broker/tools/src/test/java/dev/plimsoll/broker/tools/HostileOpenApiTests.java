package dev.plimsoll.broker.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.grant.Route;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Documents made to break the reader: each is read, or refused with our own exception, and in bounded time. */
@Timeout(180)
class HostileOpenApiTests {
    private static final String HEAD = "openapi: 3.0.0\ninfo: {title: T, version: '1'}\n";

    private static OpenApiGrant derive(String document) {
        return OpenApiGrant.from(document).baseUrl("https://api.example.com").derive();
    }

    private static void assertRefused(String document) {
        assertThatExceptionOfType(InvalidOpenApiException.class).isThrownBy(() -> derive(document));
    }

    @Test
    void namesAndTextsNeverEndWhatTheyStandIn() {
        OpenApiGrant derived = derive(HostileDocuments.NAMES);

        // every comment that begins also ends, and nothing is in between
        assertThat(derived.clientScript().split("/\\*", -1))
                .hasSameSizeAs(derived.clientScript().split("\\*/", -1));
        assertThat(derived.clientScript())
                .doesNotContain("\u2028", "\u2029", "\u202e", "\u200b", "\u0000", "\r", "@param {x}");
        assertThat(derived.routes())
                .extracting(Route::toString)
                .containsExactly(
                        "GET /a/*",
                        "GET /b/*",
                        "GET /c/*",
                        "GET /d/*",
                        "GET /e/*/*",
                        "GET /f/*",
                        "GET /h/'+globalThis.pwned");
    }

    @Test
    void refusesTooDeepTooLongAndTooMany() {
        assertRefused("[".repeat(100_000));
        assertRefused(HEAD + "paths: {}\nx: " + "[".repeat(65) + "]".repeat(65));
        assertRefused(HEAD + "paths: {}\nx: [" + "1,".repeat(250_000) + "1]");
        assertRefused("#" + "x".repeat(2 * 1024 * 1024));
        assertRefused(HEAD + "a: &a [x]\npaths: {}\nb: *a");
        assertRefused("!!java.net.URL [x]");
        StringBuilder many = new StringBuilder(HEAD + "paths:\n");
        for (int i = 0; i < 1_001; i++) {
            many.append("  /p").append(i).append(": {get: {responses: {'200': {description: x}}}}\n");
        }
        assertRefused(many.toString());
    }

    @Test
    void circlesEnd() {
        OpenApiGrant derived = derive(HEAD + """
                        paths:
                          /a:
                            get:
                              parameters: [{ $ref: '#/components/parameters/P' }]
                              responses: { '200': { description: x } }
                          /b:
                            get:
                              responses: { '200': { description: x, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } }
                        components:
                          parameters:
                            P: { $ref: '#/components/parameters/Q' }
                            Q: { $ref: '#/components/parameters/P' }
                          schemas:
                            A: { $ref: '#/components/schemas/B' }
                            B: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/None' }] }
                        """);

        assertThat(derived.routes()).containsExactly(Route.get("/b"));
        assertThat(derived.skipped()).containsExactly(new SkippedOperation("GET /a", "its references go in a circle"));
    }

    /** Schemas that are small in the document and large as types. */
    @Test
    void wideAndDeepSchemasStayWithinTheBoundOfTheClient() {
        String level = "{ type: string }";
        for (int i = 0; i < 7; i++) {
            StringBuilder wider = new StringBuilder("{ oneOf: [");
            for (int j = 0; j < 4; j++) {
                wider.append(level.replace("string", "object")).append(",");
            }
            level = wider.append("{ type: string, nullable: true }] }").toString();
        }
        String document =
                HEAD + "paths: {/a: {get: {responses: {'200': {description: x, content: {application/json: {schema: "
                        + level + "}}}}}}}";

        assertThat(derive(document).clientScript().length()).isLessThan(64 * 1024);
    }

    @Test
    void mutatedDocumentsAreReadOrRefused() throws IOException {
        String items = OpenApiGrantTests.items();
        Random random = new Random(5);
        String alphabet = "{}[]:,-?&*!|>'\"%@`#~ \n\t\\\u0000\u2028$/a1";
        String[] tokens = {"null", "$ref: ", "{}", "[]", "\n  ", "true", "-1", "'#/'", "oneOf", "type: [", "1e999"};
        int read = 0;
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder(items);
            for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(4)) {
                    case 0 -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    case 1 ->
                        text.delete(
                                Math.min(at, text.length() - 8),
                                Math.min(text.length() - 1, at + 1 + random.nextInt(6)));
                    case 2 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    default -> text.insert(at, tokens[random.nextInt(tokens.length)]);
                }
            }
            try {
                OpenApiGrant derived = derive(text.toString());
                assertThat(derived.toolDescription()).isNotEmpty();
                assertThat(derived.routes()).isNotEmpty();
                read++;
            } catch (InvalidOpenApiException e) {
                assertThat(e.getMessage()).isNotEmpty();
            }
        }
        assertThat(read).isBetween(20, 290);
    }
}
