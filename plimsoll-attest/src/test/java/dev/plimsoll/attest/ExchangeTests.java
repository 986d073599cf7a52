package dev.plimsoll.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.Determinism;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExchangeTests {
    static Stream<Exchange> everyKind() {
        return Stream.of(
                StoredRuns.snippet(1),
                StoredRuns.fullSnippet(),
                StoredRuns.project(),
                StoredRuns.module(),
                StoredRuns.cell(StoredRuns.SESSION, 1, ""));
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void comesBackFromJsonAsItWas(Exchange exchange) {
        byte[] json = exchange.toJson().getBytes(StandardCharsets.UTF_8);
        Exchange read = Exchange.parse(json);
        read.check();
        assertThat(read.record()).isEqualTo(exchange.record());
        assertThat(Receipts.requestDigest(read.request())).isEqualTo(Receipts.requestDigest(exchange.request()));
        assertThat(Receipts.resultDigest(read.result())).isEqualTo(Receipts.resultDigest(exchange.result()));
        assertThat(read.toJson()).isEqualTo(exchange.toJson()).isASCII().doesNotContain("\n");
    }

    @Test
    void whatReceiptsLeaveOutAndAReplayNeedsComesBackToo() {
        Exchange read = Exchange.parse(StoredRuns.fullSnippet().toJson().getBytes(StandardCharsets.UTF_8));
        JavaScriptRequest request = (JavaScriptRequest) read.request();
        assertThat(request.determinism().map(Determinism::seed)).contains(-7L);
        assertThat(request.memoryBytes()).hasValue(64 << 20);
        assertThat(request.outputBytes()).hasValue(5);
        assertThat(request.captureLastValue()).isTrue();
        JavaScriptResult result = (JavaScriptResult) read.result();
        assertThat(result.stdout().droppedBytes()).isEqualTo(9);
        assertThat(result.lastValue()).contains("'\u00e9'");
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void everyExchangeHasOneEncoding(Exchange exchange) {
        String good = exchange.toJson();
        refused(good.replace("{\"kind\"", "{ \"kind\""));
        refused(good.replace("\"kind\"", "\"\\u006bind\""));
        refused(good.replace("{\"request\"", "{\"more\":1,\"request\""));
        refused(good.substring(0, good.length() - 1) + ",\"record2\":{}}");
        refused(good + "\n");
        refused(good + "{}");
        refused(good.replace("\"provider\":\"stored\"", "\"provider\":\"\\ud800\""));
        refused(good.replace("\"isolation\":\"container\"", "\"isolation\":\"Container\""));
        refused(good.replace("\"started_unix_ms\":", "\"started_unix_ms\":0"));
        refused(good.replace("\"environment\"", "\"provider\""));
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void anyBytesAreAnExchangeOrRefused(Exchange exchange) {
        byte[] good = exchange.toJson().getBytes(StandardCharsets.UTF_8);
        Random random = new Random(6);
        for (int i = 0; i < 3000; i++) {
            byte[] bad = good.clone();
            for (int edits = random.nextInt(3); edits >= 0; edits--) {
                bad[random.nextInt(bad.length)] =
                        random.nextBoolean() ? good[random.nextInt(good.length)] : (byte) random.nextInt(256);
            }
            try {
                assertThat(Exchange.parse(bad).toJson().getBytes(StandardCharsets.UTF_8))
                        .isEqualTo(bad);
            } catch (AttestationException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void extremeNumbersAreReadOrRefused() {
        String good = StoredRuns.fullSnippet().toJson();
        for (long extreme : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, -1, 0}) {
            for (String field : new String[] {"timeout_ms", "memory_bytes", "seed", "started_unix_ms", "sequence"}) {
                byte[] json = good.replaceFirst("\"" + field + "\":-?[0-9]+", "\"" + field + "\":" + extreme)
                        .getBytes(StandardCharsets.UTF_8);
                try {
                    Exchange.parse(json).check();
                } catch (AttestationException | ReceiptMismatchException e) {
                    assertThat(e).as(field + " " + extreme).hasMessageNotContaining("null");
                }
            }
        }
        refused(good.replaceFirst("\"output_bytes\":5", "\"output_bytes\":2147483648"));
        refused(good.replaceFirst("\"timeout_ms\":1234", "\"timeout_ms\":9223372036854775808"));
        refused(good.replaceFirst("\"dropped_bytes\":9", "\"dropped_bytes\":-9"));
        refused(good.replaceFirst("\"clock\":\"2026", "\"clock\":\"+999999999"));
        refused(good.replaceFirst("\"tick\":\"PT0S", "\"tick\":\"PT9223372036854775807H"));
    }

    private static void refused(String json) {
        assertThatExceptionOfType(AttestationException.class)
                .as(json)
                .isThrownBy(() -> Exchange.parse(json.getBytes(StandardCharsets.UTF_8)));
    }
}
