package dev.plimsoll.receipt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dev.plimsoll.error.ReceiptMismatchException;
import dev.plimsoll.isolation.Evidence;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.Output;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.RunRecord;
import dev.plimsoll.run.SoftwareRule;
import java.lang.management.ManagementFactory;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptsTests {
    private static final String SHA = "0123456789abcdef".repeat(4);
    private static final JavaScriptRequest REQUEST = JavaScriptRequest.of("console.log(1)");

    static List<String> fields() {
        return Arrays.stream(RunRecord.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("fields")
    void refusesARecordOneOfWhoseFieldsWasChanged(String field) throws ReflectiveOperationException {
        RunRecord record = chain(2).get(1);
        Receipts.check(record);
        assertMismatch(() -> Receipts.check(changed(record, field)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"requestSha256", "resultSha256", "session", "previousSha256", "recordSha256"})
    void refusesUpperCaseAndMalformedDigestsEvenIfTheRecordsDigestMatches(String field)
            throws ReflectiveOperationException {
        RunRecord record = chain(2).get(1);
        for (String bad : List.of(SHA.toUpperCase(Locale.ROOT), SHA.substring(1), SHA + "0", SHA.replace('0', 'g'))) {
            RunRecord edited = with(record, field, bad);
            RunRecord sealed = field.equals("recordSha256") ? edited : sealed(edited);
            assertMismatch(() -> Receipts.check(sealed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 3})
    void refusesAnUnknownVersion(int version) throws ReflectiveOperationException {
        RunRecord record = with(chain(1).get(0), "version", version);
        assertThatExceptionOfType(ReceiptMismatchException.class)
                .isThrownBy(() -> Receipts.check(record))
                .satisfies(e -> assertThat(e.field()).isEqualTo("version"));
        assertThatIllegalArgumentException().isThrownBy(() -> Receipts.recordDigest(record));
        assertThatIllegalArgumentException().isThrownBy(() -> Receipts.requestDigest(REQUEST, 3));
    }

    @Test
    void refusesSoftwareFieldsInARecordOfVersion1() throws ReflectiveOperationException {
        RunRecord old = sealed(with(single(), "version", 1));
        Receipts.check(old);
        assertMismatch(() -> Receipts.check(with(old, "softwareIdentity", "x")));
        assertMismatch(() -> Receipts.check(with(old, "softwareRuleId", "exact:x")));
    }

    @Test
    void refusesAPlaceInASessionWithoutASession() throws ReflectiveOperationException {
        assertMismatch(() -> Receipts.check(sealed(with(single(), "sequence", 1L))));
        assertMismatch(() -> Receipts.check(sealed(with(single(), "previousSha256", SHA))));
        RunRecord first = chain(1).get(0);
        assertMismatch(() -> Receipts.check(sealed(with(first, "sequence", 0L))));
        assertMismatch(() -> Receipts.check(sealed(with(first, "previousSha256", SHA))));
    }

    @Test
    void acceptsAWholeChainAndRefusesOneThatWasTamperedWith() throws ReflectiveOperationException {
        List<RunRecord> whole = chain(4);
        Receipts.checkChain(whole);
        Receipts.checkChain(List.of());

        assertMismatch(() -> Receipts.checkChain(without(whole, 0)));
        assertMismatch(() -> Receipts.checkChain(without(whole, 1)));
        assertMismatch(() -> Receipts.checkChain(List.of(whole.get(0), whole.get(2), whole.get(1), whole.get(3))));
        assertMismatch(() -> Receipts.checkChain(List.of(whole.get(0), whole.get(1), whole.get(1), whole.get(2))));

        List<RunRecord> edited = new ArrayList<>(whole);
        edited.set(1, sealed(with(whole.get(1), "endedUnixMs", 9L)));
        assertThatExceptionOfType(ReceiptMismatchException.class)
                .isThrownBy(() -> Receipts.checkChain(edited))
                .withMessageContaining("record 3")
                .satisfies(e -> assertThat(e.field()).isEqualTo("previous_sha256"));

        List<RunRecord> foreign = new ArrayList<>(whole);
        foreign.set(3, sealed(with(whole.get(3), "session", SHA)));
        assertMismatch(() -> Receipts.checkChain(foreign));
        assertMismatch(() -> Receipts.checkChain(List.of(single())));
    }

    @Test
    void checksThatAReceiptBelongsToItsRequestAndResult() throws ReflectiveOperationException {
        JavaScriptResult result = result(REQUEST, "42\n");
        Receipts.check(REQUEST, result);
        assertField("request_sha256", () -> Receipts.check(JavaScriptRequest.of("console.log(2)"), result));
        assertField("result_sha256", () -> Receipts.check(REQUEST, copy(result, "43\n", result.provider())));
        assertField("provider", () -> Receipts.check(REQUEST, copy(result, "42\n", "other")));
        JavaScriptRequest ruled = JavaScriptRequest.builder("console.log(1)")
                .software(SoftwareRule.exact("env"))
                .build();
        JavaScriptResult unruled = JavaScriptResult.builder()
                .provider("fake")
                .stdout(result.stdout())
                .evidence(result.evidence())
                .record(sealed(with(result.record(), "requestSha256", Receipts.requestDigest(ruled))))
                .build();
        assertField("software_rule_id", () -> Receipts.check(ruled, unruled));
    }

    @Test
    void namesASoftwareRuleByItsUniqueSortedIdentities() throws Exception {
        assertThat(Receipts.softwareRuleId(null)).isEmpty();
        assertThat(Receipts.softwareRuleId(SoftwareRule.exact("a:b"))).isEqualTo("exact:a:b");
        byte[] joined = "a\0b".getBytes(StandardCharsets.UTF_8);
        String expected =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(joined));
        assertThat(Receipts.softwareRuleId(SoftwareRule.approved(List.of("b", "a", "b"))))
                .isEqualTo("approved:sha256:" + expected);
    }

    @Test
    void digestsLongAndNonAsciiTextAsItsUtf8Form() {
        // a file's path is text and its content bytes: both must be encoded alike, whatever is in them
        for (String text :
                List.of("x".repeat(2000), "é€🌍".repeat(300), "a\ud800b\udc00", "\ud800", "x".repeat(504) + "ü")) {
            assertThat(digestOfText(text)).isEqualTo(digestOfBytes(Bytes.utf8(text)));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 99, 100, -1, -9, -10, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
    void digestsANumberAsItsDecimalText(long number) {
        assertThat(new FieldDigest(Receipts.sha256()).number("name", number).hex())
                .isEqualTo(digestOfText(Long.toString(number)));
    }

    private static String digestOfText(String text) {
        return new FieldDigest(Receipts.sha256()).text("name", text).hex();
    }

    private static String digestOfBytes(Bytes bytes) {
        return new FieldDigest(Receipts.sha256()).bytes("name", bytes).hex();
    }

    @Test
    void digestsWithoutCopyingThePayload() {
        JavaScriptResult result = JavaScriptResult.builder()
                .stdout(Output.of(Bytes.copyOf(new byte[64 << 20])))
                .evidence(Evidence.of(Isolation.PROCESS, ""))
                .record(Vectors.NO_RECORD)
                .build();
        ProjectRequest request =
                ProjectRequest.builder().step("é".repeat(4 << 20)).build();
        Receipts.resultDigest(result(REQUEST, "warm up"));
        Receipts.requestDigest(REQUEST);

        assertThat(allocatedBy(() -> Receipts.resultDigest(result))).isLessThan(64 << 10);
        assertThat(allocatedBy(() -> Receipts.requestDigest(request))).isLessThan(64 << 10);
    }

    private static long allocatedBy(Runnable run) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        run.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static RunRecord single() {
        return record("", 0, "");
    }

    private static List<RunRecord> chain(int length) {
        List<RunRecord> records = new ArrayList<>();
        String previous = "";
        for (int i = 1; i <= length; i++) {
            RunRecord record = record(Receipts.sessionFingerprint("secret"), i, previous);
            records.add(record);
            previous = record.recordSha256();
        }
        return records;
    }

    private static RunRecord record(String session, long sequence, String previous) {
        return sealed(new RunRecord(
                2, SHA, SHA, "fake", "vm", "env", "policy", "", "", 1, 2, session, sequence, previous, ""));
    }

    private static RunRecord sealed(RunRecord record) {
        return record.withRecordSha256(Receipts.recordDigest(record));
    }

    private static JavaScriptResult result(JavaScriptRequest request, String stdout) {
        Evidence evidence = Evidence.of(Isolation.PROCESS, "env");
        JavaScriptResult open = JavaScriptResult.builder()
                .provider("fake")
                .stdout(Output.of(Bytes.utf8(stdout)))
                .evidence(evidence)
                .record(Vectors.NO_RECORD)
                .build();
        RunRecord record = sealed(new RunRecord(
                2,
                Receipts.requestDigest(request),
                Receipts.resultDigest(open),
                "fake",
                "process",
                "env",
                "",
                "env",
                "",
                1,
                2,
                "",
                0,
                "",
                ""));
        return JavaScriptResult.builder()
                .provider("fake")
                .stdout(open.stdout())
                .evidence(evidence)
                .record(record)
                .build();
    }

    private static JavaScriptResult copy(JavaScriptResult of, String stdout, String provider) {
        return JavaScriptResult.builder()
                .provider(provider)
                .stdout(Output.of(Bytes.utf8(stdout)))
                .evidence(of.evidence())
                .record(of.record())
                .build();
    }

    private static RunRecord changed(RunRecord record, String field) throws ReflectiveOperationException {
        Object old = RunRecord.class.getMethod(field).invoke(record);
        if (old instanceof Integer number) {
            return with(record, field, number - 1);
        }
        if (old instanceof Long number) {
            return with(record, field, number + 1);
        }
        String text = (String) old;
        return with(record, field, text.isEmpty() ? "x" : (text.charAt(0) == 'a' ? 'b' : 'a') + text.substring(1));
    }

    private static RunRecord with(RunRecord record, String field, Object value) throws ReflectiveOperationException {
        RecordComponent[] components = RunRecord.class.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = components[i].getName().equals(field)
                    ? value
                    : components[i].getAccessor().invoke(record);
        }
        return RunRecord.class.getDeclaredConstructor(types).newInstance(values);
    }

    private static List<RunRecord> without(List<RunRecord> records, int index) {
        List<RunRecord> rest = new ArrayList<>(records);
        rest.remove(index);
        return rest;
    }

    private static void assertMismatch(ThrowingCallable call) {
        assertThatExceptionOfType(ReceiptMismatchException.class).isThrownBy(call);
    }

    private static void assertField(String field, ThrowingCallable call) {
        assertThatExceptionOfType(ReceiptMismatchException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.field()).isEqualTo(field));
    }
}
