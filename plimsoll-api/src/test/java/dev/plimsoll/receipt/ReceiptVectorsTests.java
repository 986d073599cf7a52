package dev.plimsoll.receipt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Json;
import dev.plimsoll.run.RunRecord;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ReceiptVectorsTests {
    private static final Map<String, Object> VECTORS = Json.resource("receipts.json");

    @Test
    void readsEveryVector() {
        assertThat(Json.array(VECTORS, "requests")).hasSize(12);
        assertThat(Json.array(VECTORS, "results")).hasSize(8);
        assertThat(Json.array(VECTORS, "records")).hasSize(3);
        assertThat(Json.array(VECTORS, "session_fingerprints")).hasSize(1);
    }

    @TestFactory
    Stream<DynamicTest> digestsEachRequestAsPublished() {
        return each("requests", vector -> {
            Map<String, Object> request = Json.object(vector.get("request"));
            int protocol = (int) Vectors.whole(request, "protocol");
            assertThat(Receipts.requestDigest(Vectors.request(request), protocol))
                    .isEqualTo(vector.get("sha256"));
        });
    }

    @TestFactory
    Stream<DynamicTest> digestsEachResultAsPublished() {
        return each(
                "results",
                vector -> assertThat(Receipts.resultDigest(Vectors.result(Json.object(vector.get("result")))))
                        .isEqualTo(vector.get("sha256")));
    }

    @TestFactory
    Stream<DynamicTest> digestsAndAcceptsEachRecordAsPublished() {
        return each("records", vector -> {
            RunRecord record = Vectors.record(Json.object(vector.get("record")), (String) vector.get("sha256"));
            assertThat(Receipts.recordDigest(record)).isEqualTo(vector.get("sha256"));
            Receipts.check(record);
        });
    }

    @TestFactory
    Stream<DynamicTest> fingerprintsEachSessionAsPublished() {
        return each(
                "session_fingerprints",
                vector -> assertThat(Receipts.sessionFingerprint((String) vector.get("session_id")))
                        .isEqualTo(vector.get("sha256")));
    }

    private interface Check {
        void accept(Map<String, Object> vector);
    }

    private static Stream<DynamicTest> each(String group, Check check) {
        List<Object> vectors = Json.array(VECTORS, group);
        return vectors.stream()
                .map(Json::object)
                .map(vector -> DynamicTest.dynamicTest(
                        (String) vector.getOrDefault("name", group), () -> check.accept(vector)));
    }
}
