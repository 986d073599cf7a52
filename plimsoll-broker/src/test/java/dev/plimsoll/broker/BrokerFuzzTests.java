package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random paths and envelopes, the same ones each time, against a second opinion on what may pass. */
@Timeout(300)
class BrokerFuzzTests {
    /** What may pass, said in another way: segments of plain characters, not of dots alone. */
    private static final Pattern PLAIN =
            Pattern.compile("/|(?:/(?!\\.+(?:/|$))[A-Za-z0-9\\-._~!$&'()*+,=:@]+)+", Pattern.DOTALL);

    private static final Pattern GRANTED = Pattern.compile(
            "/v1/(?!\\.+$)[A-Za-z0-9\\-._~!$&'()*+,=:@]+|/v1/open/(?!\\.+$)[A-Za-z0-9\\-._~!$&'()*+,=:@]+");

    private static final String[] PIECES = {
        "/",
        "//",
        ".",
        "..",
        "/v1",
        "/v1/",
        "/v1/open",
        "/v1/open/",
        "open",
        "x",
        "7",
        "%2e",
        "%2f",
        "%",
        "\\",
        ";",
        "?",
        "#",
        "@",
        ":",
        "*",
        "~",
        "!",
        "$",
        "&",
        "'",
        "(",
        ")",
        "+",
        ",",
        "=",
        "-",
        "_",
        " ",
        "\t",
        "\r\n",
        "\u0000",
        "\u007f",
        "\u00e9",
        "\uff0e",
        "\u2215",
        "\ud800",
        "\ud83d\ude00",
        "|",
        "{",
        "[",
        "^",
        "\"",
        "<",
        "`",
        "http://"
    };

    private static String path(SplittableRandom random) {
        StringBuilder path = new StringBuilder(random.nextInt(4) == 0 ? "" : "/v1/");
        for (int n = random.nextInt(7); n > 0; n--) {
            path.append(
                    random.nextInt(20) == 0
                            ? String.valueOf((char) random.nextInt(0x10000))
                            : PIECES[random.nextInt(PIECES.length)]);
        }
        return path.toString();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void passesPlainPathsAsTheyAreAndNoOthers(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        HttpUrl origin = HttpUrl.get("https://api.example.com:8443");
        int passed = 0;
        for (int i = 0; i < 100_000; i++) {
            String path = path(random);
            boolean plain = PLAIN.matcher(path).matches();
            assertThat(PathRules.fault(path) == null).as(path).isEqualTo(plain);
            if (plain) {
                passed++;
                HttpUrl url = PathRules.below(origin, path);
                assertThat(url).as(path).hasToString("https://api.example.com:8443" + path);
            }
        }
        assertThat(passed).as("the paths are not all broken").isGreaterThan(3_000);
    }

    /** The same through the whole broker: what a server reads is a granted path, and one that the guest sent. */
    @Test
    void sendsNothingThatIsNotGranted() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        List<String> expected = new ArrayList<>();
        try (RawServer server = RawServer.saying("1");
                DirectCalls calls = new DirectCalls(TestGrants.of(server.origin())
                        .allow(HttpMethod.GET, "/v1/*")
                        .allow(HttpMethod.GET, "/v1/open/*")
                        .callBudget(100_000)
                        .build())) {
            for (int i = 0; i < 5_000; i++) {
                String path = path(random);
                String reply = calls.send("{\"method\":\"GET\",\"path\":" + quoted(path) + "}");
                if (GRANTED.matcher(path).matches()) {
                    expected.add("GET " + path + " HTTP/1.1");
                    assertThat(reply).startsWith("{\"status\":200,\"type\"");
                } else {
                    assertThat(reply).as(path).containsAnyOf("{\"status\":403,\"error\"", "{\"status\":400,\"error\"");
                }
            }
            assertThat(server.requestLines()).hasSizeGreaterThan(50).containsExactlyElementsOf(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7})
    void readsOrRefusesEveryEnvelope(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] sound =
                "{\"method\":\"POST\",\"path\":\"/v1/x\",\"body\":\"{\\\"a\\\":[1,-2.5e3,\\\"\\u00e9\\\",null]}\"}"
                        .getBytes(StandardCharsets.UTF_8);
        int read = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] mutant = mutated(sound, random);
            try {
                GuestCall call = GuestCall.read(Bytes.copyOf(mutant));
                read++;
                assertThat(call.method()).isNotNull();
                assertThat(call.path()).isNotNull();
                assertThat(call.method() == HttpMethod.GET && call.body() != null)
                        .isFalse();
            } catch (GuestCall.MalformedException e) {
                assertThat(e.reason()).startsWith("the ");
            }
        }
        assertThat(read).as("the envelopes are not all broken").isGreaterThan(500);
    }

    private static byte[] mutated(byte[] sound, SplittableRandom random) {
        byte[] bytes = sound.clone();
        for (int n = random.nextInt(3); n >= 0; n--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = java.util.Arrays.copyOf(bytes, Math.max(1, at));
                default -> {
                    int from = random.nextInt(bytes.length);
                    int length = Math.min(random.nextInt(20), bytes.length - Math.max(from, at));
                    System.arraycopy(sound.length >= from + length ? sound : bytes, from, bytes, at, length);
                }
            }
        }
        return bytes;
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.chars().forEach(c -> json.append(String.format("\\u%04x", c)));
        return json.append('"').toString();
    }
}
