package dev.plimsoll.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.broker.QuietTime.Ruling;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long calls are shed, on a clock that the test moves. */
class QuietTimeTests {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    /** Near where the monotonic clock overflows, which it may do at any time. */
    private long now = Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(1);

    private QuietTime quiet(boolean canProbe) {
        return new QuietTime(canProbe, Clock.fixed(NOW, ZoneOffset.UTC), () -> now);
    }

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @ParameterizedTest
    @CsvSource({
        ", 1000",
        "0, 0",
        "1, 1000",
        "7, 7000",
        "' 7 ', 7000",
        "30, 30000",
        "31, 30000",
        "999999999, 30000",
        "99999999999999999999, 30000",
        "'Mon, 30 Nov 2026 12:00:05 GMT', 5000",
        "'Mon, 30 Nov 2026 12:00:30 GMT', 30000",
        "'Mon, 30 Nov 2026 13:00:00 GMT', 30000",
        "'Fri, 31 Dec 9999 23:59:59 GMT', 30000",
        "'Mon, 30 Nov 2026 11:00:00 GMT', 1000",
        "'Mon, 99 Nov 2026 12:00:05 GMT', 1000",
        "-1, 1000",
        "+1, 1000",
        "1.5, 1000",
        "1e3, 1000",
        "0x10, 1000",
        "'', 1000",
        "soon, 1000",
        "'1, 2', 1000",
        "\u0661, 1000"
    })
    void keepsQuietAsLongAsTheApiAsksWithinBounds(String retryAfter, long millis) {
        for (int status : new int[] {429, 503}) {
            QuietTime quiet = quiet(false);
            quiet.note(status, retryAfter);
            if (millis > 0) {
                assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
                pass(millis - 1);
                assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
                pass(1);
            }
            assertThat(quiet.rule()).isEqualTo(Ruling.CALL);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 301, 400, 401, 404, 408, 500, 502, 504})
    void staysOpenForEveryOtherStatus(int status) {
        QuietTime quiet = quiet(true);
        quiet.note(status, "30");
        assertThat(quiet.rule()).isEqualTo(Ruling.CALL);
    }

    @Test
    void electsOneCallASecondToProbeAfterA503() {
        QuietTime quiet = quiet(true);
        quiet.note(503, "10");
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        pass(999);
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        pass(1);
        assertThat(quiet.rule()).isEqualTo(Ruling.PROBE);
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        pass(999);
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        pass(1);
        assertThat(quiet.rule()).isEqualTo(Ruling.PROBE);
        quiet.end();
        assertThat(quiet.rule()).isEqualTo(Ruling.CALL);
    }

    @Test
    void probesNeverAfterA429() {
        QuietTime quiet = quiet(true);
        quiet.note(429, "10");
        for (int i = 0; i < 9; i++) {
            pass(1_000);
            assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        }
        quiet.end();
        assertThat(quiet.rule()).as("a 429 is waited out").isEqualTo(Ruling.SHED);
        pass(1_000);
        assertThat(quiet.rule()).isEqualTo(Ruling.CALL);
    }

    /** A probe that was under way when the 429 came does not undo it. */
    @Test
    void stopsProbingWhenA429FollowsA503() {
        QuietTime quiet = quiet(true);
        quiet.note(503, "10");
        pass(1_000);
        assertThat(quiet.rule()).isEqualTo(Ruling.PROBE);
        quiet.note(429, "20");
        quiet.end();
        pass(2_000);
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
    }

    @Test
    void doesNotProbeWithoutAHealthRoute() {
        QuietTime quiet = quiet(false);
        quiet.note(503, "10");
        pass(5_000);
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
    }

    @Test
    void isNotShortenedByAnAnswerThatComesLater() {
        QuietTime quiet = quiet(false);
        quiet.note(503, "10");
        quiet.note(503, "1");
        pass(9_999);
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        quiet.note(503, "10");
        pass(9_999);
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        pass(1);
        assertThat(quiet.rule()).isEqualTo(Ruling.CALL);
    }

    @Test
    void beginsAnewAfterItsEnd() {
        QuietTime quiet = quiet(true);
        quiet.note(429, "1");
        pass(1_000);
        quiet.note(503, "5");
        assertThat(quiet.rule()).isEqualTo(Ruling.SHED);
        pass(1_000);
        assertThat(quiet.rule())
                .as("the 429 is over, and the 503 allows a probe")
                .isEqualTo(Ruling.PROBE);
    }
}
