package dev.plimsoll.broker.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plimsoll.broker.mint.JwtMinter;
import dev.plimsoll.broker.mint.StaticToken;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.grant.TokenMinter;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProfileLoaderTests {
    private static final String SHARED = "correct horse battery staple, and then some";

    @TempDir
    Path folder;

    private final TokenMinter vault = request -> MintedToken.of(Secret.of("from-vault"));
    private final ProfileLoader loader = new ProfileLoader()
            .environment(Map.of("HR_TOKEN", "s3cr3t-token", "HR_KEY", SHARED)::get)
            .minter("vault", vault);

    private List<ProfileFault> faults(String text) {
        InvalidProfilesException thrown =
                catchThrowableOfType(InvalidProfilesException.class, () -> loader.parse(text, folder));
        assertThat(thrown).as("refused").isNotNull();
        return thrown.faults();
    }

    private List<String> faultTexts(String text) {
        return faults(text).stream().map(ProfileFault::toString).toList();
    }

    private static String profile(String minter) {
        return """
                version: 1
                profiles:
                  p:
                    baseUrl: https://api.example.com
                    routes: [GET /v1/items]
                    principals: ["*"]
                    minter: %s
                """.formatted(minter);
    }

    @Test
    void loadsYaml() throws IOException {
        Files.writeString(folder.resolve("profiles.yaml"), """
                # who may read and write the staff list
                version: 1
                profiles:
                  hr-read:
                    baseUrl: https://hr.example.com
                    routes:
                      - GET /v1/employees
                      - GET /v1/employees/*
                    scopes: [employees:read]
                    principals: [alice, bob]
                    globalName: hr
                    healthRoute: GET /healthz
                    callBudget: 50
                    minter:
                      jwt: { secret: { environment: HR_KEY }, issuer: us, audience: hr, keyId: k1, subject: optional }
                  open:
                    baseUrl: https://open.example.com
                    routes: []
                    principals: ["*"]
                    minter: { registered: vault }
                """);

        ProfileRegistry registry = loader.load(folder.resolve("profiles.yaml"));

        assertThat(registry.names()).containsExactly("hr-read", "open");
        Grant grant = registry.find("hr-read", Optional.of("bob")).orElseThrow();
        assertThat(grant.name()).isEqualTo("hr-read");
        assertThat(grant.baseUrl()).hasToString("https://hr.example.com");
        assertThat(grant.routes()).containsExactly(Route.get("/v1/employees"), Route.get("/v1/employees/*"));
        assertThat(grant.scopes()).containsExactly("employees:read");
        assertThat(grant.globalName()).isEqualTo("hr");
        assertThat(grant.healthRoute()).contains(new Route(HttpMethod.GET, "/healthz"));
        assertThat(grant.callBudget()).isEqualTo(50);
        assertThat(grant.minter()).isInstanceOf(JwtMinter.class);
        assertThat(grant.minter().requiresSubject()).isFalse();
        assertThat(registry.find("open", Optional.empty()).orElseThrow().minter())
                .isSameAs(vault);
    }

    @Test
    void loadsJsonIndentedWithTabs() throws Exception {
        ProfileRegistry registry = loader.parse("""
                {
                \t"version": 1,
                \t"profiles": {
                \t\t"hr": {
                \t\t\t"baseUrl": "https:\\/\\/hr.example.com",
                \t\t\t"routes": ["GET /v1/employees"],
                \t\t\t"principals": ["\\u00e4lice"],
                \t\t\t"minter": {"static": {"environment": "HR_TOKEN"}}
                \t\t}
                \t}
                }
                """, folder);

        Grant grant = registry.find("hr", Optional.of("\u00e4lice")).orElseThrow();
        assertThat(grant.minter()).isInstanceOf(StaticToken.class);
        assertThat(((StaticToken) grant.minter()).toString()).doesNotContain("s3cr3t");
    }

    @Test
    void admitsThePrincipalsAndNobodyElse() {
        ProfileRegistry registry =
                loader.parse(profile("{ static: { environment: HR_TOKEN } }").replace("[\"*\"]", "[alice]"), folder);

        assertThat(registry.find("p", Optional.of("alice"))).isPresent();
        for (String other : List.of("Alice", "alice ", "bob", "*", "")) {
            assertThat(registry.find("p", Optional.of(other))).isEmpty();
        }
        assertThat(registry.find("p", Optional.empty())).isEmpty();
        assertThat(registry.find("q", Optional.of("alice"))).isEmpty();
    }

    @Test
    void listsEveryFaultWithItsPosition() {
        assertThat(faultTexts("""
                        version: 2
                        profiles:
                          a:
                            baseUrl: http://api.example.com/x
                            routes:
                              - FETCH /v1/items
                              - GET /v1//items
                            principals: [alice, alice]
                            minter: { static: hunter2 }
                            colour: red
                            callBudget: many
                          a: {}
                          b: text
                        extra: 1
                        """))
                .containsExactly(
                        "line 1, column 10: the version must be 1",
                        "line 4, column 5: the base URL must be https; http is for loopback only",
                        "line 4, column 5: the base URL must not have a path, not even /; put it into the routes",
                        "line 6, column 9: a route's method is one of GET, PUT, POST, DELETE, PATCH",
                        "line 7, column 9: route template: has an empty segment",
                        "line 8, column 25: the same principal a second time",
                        "line 9, column 23: a secret is never written here; refer to it with environment: NAME or file: PATH",
                        "line 10, column 5: a profile has no member of this name; there are [baseUrl, callBudget,"
                                + " globalName, guestScript, healthRoute, minter, principals, routes, scopes]",
                        "line 11, column 17: callBudget must be a whole number",
                        "line 12, column 3: the same name a second time",
                        "line 13, column 6: a profile must be a mapping with [baseUrl, callBudget, globalName, guestScript,"
                                + " healthRoute, minter, principals, routes, scopes]",
                        "line 14, column 1: the document has no member of this name; there are [profiles, version]");
    }

    @Test
    void listsEveryFaultOfAMinter() {
        assertThat(faultTexts(profile("""

                      jwt:
                        secret: { environment: HR_TOKEN }
                        keyId: ""
                        issuer: ""
                        audience: [x]
                        subject: maybe
                """.indent(2))))
                .containsExactly(
                        "line 9, column 19: the shared secret is weak: it has fewer than 32 bytes",
                        "line 10, column 18: a key id has 1 to 128 printable ASCII characters",
                        "line 11, column 19: the issuer has 1 to 256 characters",
                        "line 12, column 21: audience must be text",
                        "line 13, column 20: subject is required or optional");
    }

    @Test
    void missingMembersAreFaults() {
        assertThat(faultTexts("version: 1\nprofiles: { p: { routes: [] } }"))
                .containsExactly(
                        "line 2, column 16: baseUrl is missing",
                        "line 2, column 16: minter is missing",
                        "line 2, column 16: principals is missing");
        assertThat(faultTexts("{}"))
                .containsExactly("line 1, column 1: version is missing", "line 1, column 1: profiles is missing");
        assertThat(faultTexts("")).containsExactly("line 1, column 1: the document is empty");
    }

    @Test
    void faultsNeverShowWhatStandsInTheDocument() {
        for (String minter : List.of(
                "{ static: hunter2 }",
                "{ hunter2: hunter2 }",
                "hunter2",
                "{ static: { hunter2: 1 } }",
                "{ static: { environment: hunter2 } }",
                "{ static: { file: hunter2 } }",
                "{ registered: hunter2 }",
                "{ jwt: { secret: hunter2 } }",
                "{ static: *hunter2 }",
                "!hunter2 {}",
                "{ static: \"hunter2 }",
                "{ static: @hunter2 }",
                "{ static: [hunter2, {hunter2: hunter2}] }",
                "!h!hunter2 x")) {
            assertThat(faultTexts(profile(minter)).toString()).doesNotContain("hunter2");
        }
    }

    @Test
    void secretsComeFromFilesThatTheirOwnerAloneCanUse() throws IOException {
        Path key = Files.writeString(folder.resolve("key"), SHARED + "\n");
        String document = profile("{ jwt: { secret: { file: key } } }");

        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(faultTexts(document))
                .containsExactly(
                        "line 7, column 38: others than its owner may use this file; set its mode to 0600 or 0400");

        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r--------"));
        assertThat(loader.parse(document, folder).find("p", Optional.of("x"))).isPresent();

        // as Kubernetes mounts secrets: a link; what counts is the file it leads to
        Files.createSymbolicLink(folder.resolve("link"), key);
        assertThat(loader.parse(document.replace("file: key", "file: link"), folder)
                        .names())
                .containsExactly("p");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("r-----r--"));
        assertThat(faultTexts(document.replace("file: key", "file: link"))).hasSize(1);
    }

    @Test
    void weakMissingAndOversizedSecretsAreFaults() throws IOException {
        Path key = Files.createFile(
                folder.resolve("key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        String document = profile("{ jwt: { secret: { file: key } } }");

        assertThat(faultTexts(document)).singleElement().asString().endsWith("this file is empty");
        Files.writeString(key, "short");
        assertThat(faultTexts(document)).singleElement().asString().contains("weak");
        Files.write(key, new byte[16 * 1024 + 1]);
        assertThat(faultTexts(document)).singleElement().asString().endsWith("longer than 16384 bytes");
        Files.write(key, new byte[] {(byte) 0xff, (byte) 0xfe});
        assertThat(faultTexts(document)).singleElement().asString().endsWith("not UTF-8 text");
        for (String other : List.of("none", ".", "a\\0b")) {
            assertThat(faults(document.replace("file: key", "file: \"" + other + "\"")))
                    .hasSize(1);
        }
    }

    @Test
    void guestScriptComesFromAFileBesideTheDocument() throws IOException {
        String document = profile("{ registered: vault }\n    guestScript: client.js");

        assertThat(faultTexts(document)).containsExactly("line 8, column 18: there is no regular file of this name");
        Files.writeString(folder.resolve("client.js"), "globalThis.x = '\u00e4'");
        assertThat(loader.parse(document, folder)
                        .find("p", Optional.empty())
                        .orElseThrow()
                        .guestScript())
                .isEqualTo("globalThis.x = '\u00e4'");
        Files.writeString(folder.resolve("client.js"), "x".repeat(Grant.MAX_GUEST_SCRIPT_LENGTH + 1));
        assertThat(faultTexts(document)).singleElement().asString().contains("guest script is longer");
    }

    @Test
    void documentationShowsAProfileThatLoads() throws IOException {
        Path page = Path.of("../docs/profiles.md");
        String text = Files.readString(page);
        int start = text.indexOf("```yaml\n") + 8;
        String document = text.substring(start, text.indexOf("```", start))
                .replace("pem: { file: hr-key.pem }", "secret: { environment: HR_KEY }");
        Files.writeString(folder.resolve("hr-client.js"), "");

        assertThat(loader.parse(document, folder).names()).containsExactly("hr-read");
    }
}
