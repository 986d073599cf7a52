package dev.plimsoll.broker.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.Route;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class OpenApiGrantTests {
    private static final Path GOLDEN = Path.of("src/test/resources/dev/plimsoll/broker/tools");

    static String items() throws IOException {
        return Files.readString(GOLDEN.resolve("items.yaml"));
    }

    private static OpenApiGrant derive(String document) {
        return OpenApiGrant.from(document)
                .name("items")
                .baseUrl("https://api.example.com/v1")
                .scope("items:read")
                .principal("alice")
                .derive();
    }

    /** To accept a change: -Dplimsoll.golden=write, and read the difference. */
    private static void assertGolden(String file, String actual) throws IOException {
        Path golden = GOLDEN.resolve(file);
        if ("write".equals(System.getProperty("plimsoll.golden"))) {
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }

    @Test
    void derivesTheSameBytesEveryTime() throws IOException {
        OpenApiGrant derived = derive(items());

        assertGolden("items.client.js", derived.clientScript());
        assertGolden("items.tool.json", derived.toolDescription());
        assertGolden("items.profile.json", derived.profileDocument("client.js"));
    }

    @Test
    void routesAreThoseOfTheOperationsBelowTheBasePath() throws IOException {
        assertThat(derive(items()).routes())
                .extracting(Route::toString)
                .containsExactly(
                        "GET /v1/items",
                        "POST /v1/items",
                        "GET /v1/items/*",
                        "DELETE /v1/items/*",
                        "PATCH /v1/items/*",
                        "PUT /v1/items/*/tags/*");
    }

    @Test
    void skipsWhatAGrantCannotServeAndSaysWhy() throws IOException {
        assertThat(derive(items()).skipped())
                .containsExactly(
                        new SkippedOperation(
                                "HEAD /items/{id}", "a grant allows GET, PUT, POST, DELETE and PATCH only"),
                        new SkippedOperation("GET /items/{id}.csv", "a path parameter is not a whole segment"),
                        new SkippedOperation("GET /search", "it needs a query parameter"),
                        new SkippedOperation("GET /secure", "it needs a header parameter"),
                        new SkippedOperation("POST /upload", "it needs a body that is not JSON"));
    }

    @Test
    void grantNeedsOnlyAMinter() throws IOException {
        Grant grant = derive(items()).grant().minter(request -> null).build();

        assertThat(grant.name()).isEqualTo("items");
        assertThat(grant.baseUrl()).hasToString("https://api.example.com");
        assertThat(grant.routes()).hasSize(6);
        assertThat(grant.scopes()).containsExactly("items:read");
        assertThat(grant.guestScript()).startsWith("// Made by plimsoll");
    }

    @Test
    void orderInTheDocumentDoesNotMatter() {
        String head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n";
        String a = "  /a: {get: {operationId: same, responses: {'200': {description: x}}}}\n";
        String b = "  /b: {get: {operationId: same, responses: {'200': {description: x}}}}\n";

        assertThat(derive(head + b + a).clientScript())
                .isEqualTo(derive(head + a + b).clientScript());
        assertThat(derive(head + b + a).clientScript()).contains("same: async", "same_2: async");
    }

    @Test
    void starInAPathIsNoWildcard() {
        OpenApiGrant derived = derive("""
                openapi: 3.0.0
                info: {title: T, version: '1'}
                paths:
                  /a: {get: {responses: {'200': {description: x}}}}
                  /b/*: {get: {responses: {'200': {description: x}}}}
                """);

        assertThat(derived.routes()).containsExactly(Route.get("/v1/a"));
        assertThat(derived.skipped()).extracting(SkippedOperation::reason).containsExactly("its path holds a *");
    }

    @Test
    void refusesOtherVersionsOtherDocumentsAndNothing() {
        for (String bad : List.of(
                "",
                "[]",
                "swagger: '2.0'\npaths: {}",
                "openapi: 4.0.0\npaths: {}",
                "openapi: 3.0.0\npaths: {}",
                "openapi: 3.0.0\npaths: {/a: {$ref: 'https://example.com/a.yaml'}}",
                "openapi: 3.0.0\npaths: {/a: {$ref: 'file:///etc/passwd'}}",
                "openapi: 3.0.0\npaths: {/a: {get: {responses: {'200': {$ref: other.yaml}}}}}")) {
            assertThatExceptionOfType(InvalidOpenApiException.class).isThrownBy(() -> derive(bad));
        }
    }

    @Test
    void refusesSettingsThatAreNotNames() throws IOException {
        String items = items();
        for (String bad : List.of("", "1a", "a b", "a;b", "\u00e4", "host")) {
            assertThatExceptionOfType(InvalidOpenApiException.class)
                    .isThrownBy(() -> OpenApiGrant.from(items)
                            .baseUrl("https://api.example.com")
                            .clientName(bad)
                            .derive());
        }
        for (String bad :
                List.of("", "x", "https://u:p@example.com", "https://example.com?x", "https://example.com#x")) {
            assertThatExceptionOfType(InvalidOpenApiException.class)
                    .isThrownBy(() -> OpenApiGrant.from(items).baseUrl(bad).derive());
        }
    }
}
