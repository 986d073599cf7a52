package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.standin.Fault;
import dev.plimsoll.e2b.standin.Stage;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault at every stage: which family comes out, and that no microVM is left. Before the guest's start is sent it is
 * "nothing ran", after it "unknown", and never a result that is not the guest's.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FaultTableTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final Fault GIANT = new Fault.Giant(64 << 20);
    private static final Fault GARBAGE = new Fault.Garbage(Bytes.utf8("{\"sandboxID\":[1,{\"event\""));
    private static final Fault STRANGE_ID = new Fault.Garbage(
            Bytes.utf8("{\"sandboxID\":\"a.example.org/\",\"templateID\":\"t\",\"envdVersion\":\"1\"}"));

    private static StandIn standIn;
    private static Sandbox sandbox;

    /** What has to come out. */
    enum Family {
        NOTHING_RAN,
        UNKNOWN,
        RESULT
    }

    @BeforeAll
    static void open() {
        standIn = StandIn.start();
        sandbox = StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider()), standIn)
                .option("callTimeout", "PT5S")
                .option("keepAlive", "PT1S")
                .option("reapEvery", "PT1S")
                .open();
    }

    @AfterAll
    static void close() {
        sandbox.close();
        standIn.close();
    }

    @AfterEach
    void forgetFaults() {
        standIn.faults().clear();
    }

    static Stream<Arguments> table() {
        Map<Stage, Map<String, Fault>> table = new EnumMap<>(Stage.class);
        table.put(Stage.CREATE, answers(Map.of("a strange id", STRANGE_ID)));
        table.put(Stage.CREATED, answers(Map.of("a strange id", STRANGE_ID)));
        table.put(Stage.GET, answers(Map.of("gone", new Fault.Vanish(), "silence", new Fault.Silence())));
        table.put(Stage.FILE_WRITE, statuses(Map.of("gone", new Fault.Vanish(), "drop", new Fault.Drop())));
        table.put(Stage.START, statuses(Map.of("gone", new Fault.Vanish(), "drop", new Fault.Drop(), "giant", GIANT)));
        table.put(
                Stage.STARTED,
                Map.of("gone", new Fault.Vanish(), "drop", new Fault.Drop(), "silence", new Fault.Silence()));
        table.put(Stage.STREAM, streams(Map.of("gone", new Fault.Vanish())));
        // a microVM that goes when everything was said is none of the run's business
        table.put(Stage.END, streams(Map.of()));
        table.put(Stage.KILL, kills());
        table.put(Stage.KILLED, kills());
        return table.entrySet().stream()
                .flatMap(stage -> stage.getValue().entrySet().stream()
                        .map(fault -> Arguments.of(
                                stage.getKey(), fault.getKey(), fault.getValue(), family(stage.getKey()))));
    }

    private static Family family(Stage stage) {
        return switch (stage) {
            case CREATE, CREATED, GET, FILE_WRITE -> Family.NOTHING_RAN;
            case KILL, KILLED -> Family.RESULT;
            default -> Family.UNKNOWN;
        };
    }

    private static Map<String, Fault> statuses(Map<String, Fault> more) {
        Map<String, Fault> faults = new LinkedHashMap<>(more);
        for (int status : new int[] {401, 404, 409, 429, 500, 503}) {
            faults.put("status " + status, Fault.status(status));
        }
        faults.put("status 503, code as a text", Fault.rpc(503, "unavailable"));
        return faults;
    }

    private static Map<String, Fault> answers(Map<String, Fault> more) {
        Map<String, Fault> faults = statuses(more);
        faults.put("garbage", GARBAGE);
        faults.put("giant", GIANT);
        faults.put("drop", new Fault.Drop());
        return faults;
    }

    private static Map<String, Fault> streams(Map<String, Fault> more) {
        Map<String, Fault> faults = new LinkedHashMap<>(more);
        faults.putAll(Map.of(
                "drop", new Fault.Drop(),
                "silence", new Fault.Silence(),
                "giant frame", GIANT,
                "garbage", new Fault.Garbage(Bytes.utf8("not a frame at all")),
                "no last frame", new Fault.NoLastFrame(),
                "error as a text", Fault.streamError("internal"),
                "error as a number", Fault.streamError(401)));
        return faults;
    }

    private static Map<String, Fault> kills() {
        return Map.of(
                "status 401", Fault.status(401),
                "status 409", Fault.status(409),
                "status 500", Fault.status(500),
                "drop", new Fault.Drop(),
                "silence", new Fault.Silence());
    }

    @ParameterizedTest(name = "{0}, {1}: {3}")
    @MethodSource("table")
    void comesOutAs(Stage stage, String name, Fault fault, Family family) {
        standIn.faults().next(stage, fault);
        String code = stage == Stage.STREAM ? "setInterval(() => console.log('tick'), 100)" : "console.log('ran')";
        JavaScriptRequest request =
                JavaScriptRequest.builder(code).timeout(AMPLE).build();
        JavaScriptResult[] result = new JavaScriptResult[1];
        Throwable thrown = catchThrowable(() -> result[0] = sandbox.runJavaScript(request));
        switch (family) {
            case NOTHING_RAN -> {
                assertThat(thrown).isInstanceOf(NotDispatchedException.class);
                assertThat(((NotDispatchedException) thrown).reason())
                        .isIn(RefusalReason.CAPACITY, RefusalReason.PROTOCOL, RefusalReason.UNSUPPORTED);
            }
            case UNKNOWN -> assertThat(thrown).isInstanceOf(ProviderFailureException.class);
            case RESULT -> assertThat(result[0].stdoutText()).isEqualTo("ran\n");
        }
        assertThat(standIn.faults().pending()).as("faults that did not strike").isEmpty();
        if (thrown != null) {
            assertThat(thrown.getMessage()).doesNotContain(standIn.apiKey(), "console");
        }
        await().atMost(AMPLE).until(() -> standIn.alive().isEmpty());
    }
}
