package dev.plimsoll.broker.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents made to break the reader: each is refused with our own exception, and in bounded time. */
@Timeout(120)
class HostileProfilesTests {
    private static final String GOOD = """
            version: 1
            profiles:
              hr:
                baseUrl: "https://hr.example.com"
                routes: [GET /v1/employees, 'GET /v1/employees/*']
                principals: [alice]
                scopes:
                  - employees:read
                callBudget: 7
                minter: { static: { environment: HR_TOKEN } }
            """;

    @TempDir
    Path folder;

    private final ProfileLoader loader = new ProfileLoader().environment(name -> "token");

    private InvalidProfilesException refusal(String text) {
        InvalidProfilesException thrown =
                catchThrowableOfType(InvalidProfilesException.class, () -> loader.parse(text, folder));
        assertThat(thrown).isNotNull();
        assertThat(thrown.faults()).hasSizeBetween(1, 100);
        return thrown;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: &x [1]\nb: *x",
                "!!java.net.URL [\"https://example.com\"]",
                "!!javax.script.ScriptEngineManager {}",
                "--- {}\n--- {}",
                "%YAML 9.9\n--- {}",
                "%TAG ! x\n--- !y z",
                "? [a]\n: b",
                "? {a: b}\n: c",
                "[",
                "{",
                "]",
                "\"",
                "'",
                "- - - a",
                "<<: {a: b}",
                "\t",
                "a:\tb",
                "\u0000",
                "\ud800",
                "\ufeff",
                "null",
                "~",
                "true",
                "1",
                "[]",
                "version: 1\nprofiles: []",
                "version: [1]\nprofiles: {}",
                "version: 1\nprofiles: {'': {}}",
                "version: 1\nprofiles: {p: null}",
                "&a *a",
                "*a",
                "@",
                "`",
                "|",
                ">",
                "? ",
                ": ",
                "- ",
                "#"
            })
    void refuses(String text) {
        refusal(text);
    }

    @Test
    void refusesTooDeepTooLongAndTooManyAtOnce() throws IOException {
        refusal("[".repeat(200_000));
        refusal("{a: ".repeat(60_000));
        refusal("- ".repeat(100_000));
        refusal("? ".repeat(100_000));
        refusal("a:\n ".repeat(60_000));
        refusal("[" + "1,".repeat(100_000) + "]");
        refusal("x".repeat(256 * 1024 + 1));
        refusal("\"" + "\\".repeat(200_001) + "\"");
        refusal("'" + "''".repeat(100_000));
        refusal("#".repeat(200_000) + "\n");
        refusal("\n".repeat(200_000));
        refusal("a: |\n" + " x\n".repeat(80_000));
        StringBuilder profiles = new StringBuilder("version: 1\nprofiles:\n");
        for (int i = 0; i < 1_001; i++) {
            profiles.append(" p").append(i).append(": {}\n");
        }
        assertThat(refusal(profiles.toString()).faults()).hasSize(1);
        Path file = Files.write(folder.resolve("big"), new byte[2 << 20]);
        assertThat(catchThrowableOfType(InvalidProfilesException.class, () -> loader.load(file)))
                .isNotNull();
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xc3, 0x28});
        assertThat(catchThrowableOfType(InvalidProfilesException.class, () -> loader.load(binary)))
                .isNotNull();
    }

    @Test
    void billionLaughsIsRefusedAtTheFirstAnchor() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [lol]\n");
        for (int i = 1; i < 30; i++) {
            laughs.append("a").append(i).append(": &a").append(i).append(" [");
            laughs.append("*a").append(i - 1).append(", *a").append(i - 1).append("]\n");
        }
        assertThat(refusal(laughs.toString()).faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.line()).isEqualTo(1));
    }

    /** Whatever is done to a document, it is loaded or refused with our own exception. */
    @Test
    void mutatedDocumentsAreLoadedOrRefused() {
        assertThat(loader.parse(GOOD, folder).names()).containsExactly("hr");
        Random random = new Random(11);
        String alphabet = "{}[]:,-?&*!|>'\"%@`#~ \n\t\r\\\u0000\u0085\u2028\ud83d\ude00\ufeffa1";
        List<String> tokens =
                List.of("\n  ", "&a ", "*a", "!!str ", "<<: ", "? ", "---\n", "...", "\\u0000", "\\x", "null");
        int refused = 0;
        for (int i = 0; i < 6_000; i++) {
            StringBuilder text = new StringBuilder(GOOD);
            for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
                int at = random.nextInt(text.length());
                switch (random.nextInt(5)) {
                    case 0 -> text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    case 1 -> text.deleteCharAt(at);
                    case 2 -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
                    case 3 -> text.insert(at, tokens.get(random.nextInt(tokens.size())));
                    default -> text.setLength(Math.max(8, at));
                }
            }
            try {
                loader.parse(text.toString(), folder);
            } catch (InvalidProfilesException e) {
                refused++;
                assertThat(e.faults()).isNotEmpty();
            }
        }
        assertThat(refused).isBetween(1_000, 5_999);
    }
}
