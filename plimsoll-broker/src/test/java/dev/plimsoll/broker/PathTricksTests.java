package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ways to write a path so that who approves it and who serves it read two different ones. */
@Timeout(120)
class PathTricksTests {
    /** Each tries for {@code /v1/secret}, or for another host, from a grant of {@code /v1/open/*}, {@code /v1/*} and {@code /}. */
    private static final List<String> TRICKS = List.of(
            // dots
            "/v1/open/..",
            "/v1/open/../secret",
            "/v1/open/./x",
            "/v1/.",
            "/v1/..",
            "/v1/...",
            "/v1/....",
            "/./v1/open/x",
            "/../v1/secret",
            "/v1/open/x/..",
            "/.",
            "/..",
            // dots in disguise
            "/v1/open/%2e%2e/secret",
            "/v1/open/%2E%2E",
            "/v1/open/.%2e",
            "/v1/open/%2e.",
            "/v1/open/%252e%252e",
            "/v1/open/%c0%ae%c0%ae",
            "/v1/open/%u002e%u002e",
            "/v1/open/\\u002e\\u002e/secret",
            "/v1/open/\uff0e\uff0e",
            "/v1/open/\u2024\u2024",
            "/v1/open/\u2025",
            "/v1/open/..;/secret",
            "/v1/open/..;x=1/secret",
            "/v1/open/.;",
            "/v1/open/.. ",
            "/v1/open/..\u0000",
            "/v1/open/..\t",
            "/v1/open/..%00",
            "/v1/open/..%20",
            // slashes
            "//v1/open/x",
            "/v1//open/x",
            "/v1/open//x",
            "/v1/open/",
            "/v1/open/x/",
            "/v1/open/%2f",
            "/v1/open/%2F..%2Fsecret",
            "/v1/open/x%2f..%2f..%2fsecret",
            "/v1/open/%252fsecret",
            "/v1/open/\\..\\secret",
            "/v1\\open\\x",
            "\\v1\\open",
            "/v1/open/%5c..%5csecret",
            "/v1/open/\u2044secret",
            "/v1/open/\u2215secret",
            "/v1/open/\uff0fsecret",
            "/v1/open/\u29f8..",
            // where a path ends
            "/v1/open/x?admin=1",
            "/v1/secret?/../open/x",
            "/v1/open/x#",
            "/v1/open/x#/../secret",
            "/v1/open/x%3fadmin=1",
            "/v1/open/x%23",
            "/v1/open/x;jsessionid=1",
            "/v1/open/x%3b",
            "/v1/open/x\u0000/secret",
            "/v1/open/x%00",
            "?",
            "#",
            "",
            // another host, another request
            "http://evil.example/v1/open/x",
            "https://evil.example",
            "//evil.example/v1/open/x",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "http:/v1/open/x",
            "@evil.example/v1/open/x",
            ":80/v1/open/x",
            ".evil.example/",
            "v1/open/x",
            "*",
            "/v1/open/x HTTP/1.1\r\nHost: evil.example\r\n\r\nGET /v1/secret",
            "/v1/open/x\r\nX-Admin: 1",
            "/v1/open/x\n",
            "/v1/open/x\r",
            "/v1/open/x%0d%0aX-Admin:%201",
            "/v1/open/x\u0085",
            "/v1/open/x\u2028",
            "/v1/open/x\u560a\u560d",
            "\u0000/v1/open/x",
            " /v1/open/x",
            "/v1/open/x ",
            "\t/v1/open/x",
            "\ufeff/v1/open/x",
            // characters that are changed on the way
            "/v1/open/a b",
            "/v1/open/a+b%20c",
            "/v1/open/a\"b",
            "/v1/open/a<b>",
            "/v1/open/a`b",
            "/v1/open/a{b}",
            "/v1/open/a|b",
            "/v1/open/a^b",
            "/v1/open/a[b]",
            "/v1/open/\u00e9",
            "/v1/open/e\u0301",
            "/v1/open/\u212a",
            "/v1/open/\u0130",
            "/v1/open/\u202esecret",
            "/v1/open/\u200bx",
            "/v1/open/\u00adx",
            "/v1/open/\u007f",
            "/v1/open/\u0001",
            "/v1/open/\ud83d\ude00",
            "/v1/open/\ud800",
            "/v1/open/\udc00\ud800",
            "/v1/open/%",
            "/v1/open/%4",
            "/v1/open/%zz",
            "/v1/open/%41",
            "/v1/open/" + "x".repeat(2_000),
            "/v1/" + "open/".repeat(300) + "x",
            // what the routes do not say
            "/V1/open/x",
            "/v1/Open/x",
            "/v1/open/x/secret",
            "/v1",
            "/v2/open/x",
            "/v1/open/x/../../secret");

    private static Grant grant(String origin) {
        return TestGrants.of(origin)
                .allow(HttpMethod.GET, "/v1/open/*")
                .allow(HttpMethod.GET, "/v1/*")
                .allow(HttpMethod.GET, "/")
                .callBudget(1_000)
                .build();
    }

    @Test
    void deniesEveryTrick() throws IOException {
        assertThat(TRICKS).hasSizeGreaterThan(60).doesNotHaveDuplicates();
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls = new DirectCalls(grant(server.origin()))) {
            List<String> passed = new ArrayList<>();
            for (String path : TRICKS) {
                String reply = calls.send("{\"method\":\"GET\",\"path\":" + json(path) + "}");
                if (!reply.startsWith("{\"status\":403,\"error\":")
                        && !reply.startsWith("{\"status\":400,\"error\":")) {
                    passed.add(path + " -> " + reply);
                }
            }
            assertThat(passed).isEmpty();
            assertThat(server.requests()).isEmpty();
            CallTrace trace = calls.trace();
            assertThat(trace.denied()).isEqualTo(TRICKS.size());
            assertThat(trace.calls()).isEmpty();
        }
    }

    /** Says no more than what is wrong: a denial does not repeat the path, which may be a guest's attack on a log. */
    @Test
    void repeatsNoPathInADenial() throws IOException {
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls = new DirectCalls(grant(server.origin()))) {
            assertThat(calls.get("/v1/open/evil%0a")).doesNotContain("evil");
            assertThat(calls.get("/v2/evil")).doesNotContain("evil");
        }
    }

    /** What a route allows is what the server reads, byte for byte. */
    @Test
    void sendsAnAllowedPathAsItIs() throws IOException {
        List<String> paths = List.of(
                "/",
                "/v1/open/7",
                "/v1/open/a.b",
                "/v1/open/..a",
                "/v1/open/a..",
                "/v1/open/.a.",
                "/v1/open/-._~!$&'()*+,=:@",
                "/v1/open/a:b@c",
                "/v1/open/*",
                "/v1/open/AZaz09",
                "/v1/x",
                "/v1/open/" + "x".repeat(1_000));
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls = new DirectCalls(grant(server.origin()))) {
            for (String path : paths) {
                assertThat(calls.get(path)).as(path).isEqualTo(DirectCalls.answered(200, "application/json", "1"));
            }
            assertThat(server.requestLines())
                    .containsExactlyElementsOf(paths.stream()
                            .map(path -> "GET " + path + " HTTP/1.1")
                            .toList());
        }
    }

    /** Writes every character as an escape, so that what arrives is what the table says, lone surrogates too. */
    private static String json(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(c -> json.append(String.format("\\u%04x", c)));
        return json.append('"').toString();
    }
}
