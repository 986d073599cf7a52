package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonIntegersTests {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "9007199254740992",
                "-9007199254740992",
                "1000000000000000000000",
                "[9007199254740991,\"9007199254740993\"]",
                "{\"9007199254740993\":\"\\\"9007199254740993\"}",
                "0.1234567890123456789",
                "12345678901234567890.5",
                "9007199254740993e0",
                "\"never closed 9007199254740993",
                "\"\\",
                "truefalsenull"
            })
    void findsNothingWhereADoubleHoldsEveryInteger(String json) {
        assertThat(JsonIntegers.firstInexact(json)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740993, 9007199254740993",
        "-9007199254740993, -9007199254740993",
        "'[1,2,{\"a\":18446744073709551615}]', 18446744073709551615",
        "'\"\\\\\"9007199254740993', 9007199254740993"
    })
    void findsTheFirstThatADoubleDoesNotHold(String json, String integer) {
        assertThat(JsonIntegers.firstInexact(json)).isEqualTo(integer);
    }

    @Test
    void shortensWhatNoDoubleReaches() {
        String integer = "1" + "0".repeat(1_000_000);
        assertThat(JsonIntegers.firstInexact(integer)).isEqualTo(integer.substring(0, 40));
        assertThat(JsonIntegers.firstInexact("1" + "0".repeat(308))).isEqualTo("1" + "0".repeat(39));
        assertThat(JsonIntegers.firstInexact("9".repeat(309))).isEqualTo("9".repeat(40));
    }

    @Test
    void endsForEveryText() {
        SplittableRandom random = new SplittableRandom(11);
        String characters = "0123456789-.eE\"\\[]{},: x";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(60); n > 0; n--) {
                text.append(characters.charAt(random.nextInt(characters.length())));
            }
            String found = JsonIntegers.firstInexact(text.toString());
            assertThat(found == null || text.indexOf(found) >= 0).isTrue();
        }
    }
}
