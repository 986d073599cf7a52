package dev.plimsoll.e2b.internal.envd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.e2b.internal.envd.EnvdException.Failure;
import dev.plimsoll.e2b.internal.http.Calls;
import dev.plimsoll.e2b.standin.Fault;
import dev.plimsoll.e2b.standin.Stage;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The client of envd over both protocols: E2B answers in HTTP/2, in which a lost stream, a lost connection and silence
 * look different, but have to come out the same.
 */
@Timeout(120)
class EnvdClientTests {
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(1);

    private StandIn standIn;
    private OkHttpClient http;
    private EnvdClient envd;

    @BeforeEach
    void open() {
        standIn = StandIn.start();
    }

    @AfterEach
    void close() {
        Calls.close(http);
        standIn.close();
    }

    /** Creates a microVM and a client of it. */
    private void connect(Protocol protocol) throws IOException {
        http = Calls.newClient(Duration.ofSeconds(10))
                .newBuilder()
                .protocols(List.of(protocol))
                .build();
        Request create = new Request.Builder()
                .url(standIn.apiUrl() + "/v2/sandboxes")
                .header("X-API-Key", standIn.apiKey())
                .post(RequestBody.create("{\"templateID\":\"base\"}", MediaType.get("application/json")))
                .build();
        try (Response response = http.newCall(create).execute()) {
            JsonObject vm = JsonParser.parseString(response.body().string()).getAsJsonObject();
            Headers headers = Headers.of(
                    "E2b-Sandbox-Id", vm.get("sandboxID").getAsString(),
                    "E2b-Sandbox-Port", "49983",
                    "X-Access-Token", vm.get("envdAccessToken").getAsString());
            envd = new EnvdClient(http, HttpUrl.get(standIn.sandboxUrl().toString()), headers, KEEP_ALIVE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
    void writesRunsAndReads(Protocol protocol) throws Exception {
        connect(protocol);
        Heard heard = new Heard();

        envd.upload(Map.of("a/in", Bytes.utf8("hëllo")), Duration.ofSeconds(30));
        ProcessEnd end = run("cat a/in; cat a/in >&2; head -c 300000 /dev/zero > out; exit 3", heard);

        assertThat(end).isEqualTo(new ProcessEnd.Exited(3));
        assertThat(heard.out.toString(StandardCharsets.UTF_8)).isEqualTo("hëllo");
        assertThat(heard.err.toString(StandardCharsets.UTF_8)).isEqualTo("hëllo");
        FileContent content =
                envd.download("out", 200_000, Duration.ofSeconds(30)).orElseThrow();
        assertThat(content.bytes().length()).isEqualTo(200_000);
        assertThat(content.cut()).isTrue();
        assertThat(envd.download("none", 10, Duration.ofSeconds(30))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
    void feedsAProcessAndKillsIt(Protocol protocol) throws Exception {
        connect(protocol);
        Heard fed = new Heard(pid -> {
            envd.sendInput(pid, Bytes.utf8("ping"), Duration.ofSeconds(30));
            envd.closeInput(pid, Duration.ofSeconds(30));
        });
        ProcessSpec cat = new ProcessSpec("cat", List.of(), Map.of(), true);

        assertThat(envd.run(cat, new ProcessCall(fed), Deadline.after(Duration.ofSeconds(60))))
                .isEqualTo(new ProcessEnd.Exited(0));
        assertThat(fed.out.toString(StandardCharsets.UTF_8)).isEqualTo("ping");

        Heard killed = new Heard(pid -> envd.kill(pid, Duration.ofSeconds(30)));
        assertThat(run("exec sleep 300", killed)).isEqualTo(new ProcessEnd.Exited(137));
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
    void leavesAFloodAndGoesOnWithTheConnection(Protocol protocol) throws Exception {
        connect(protocol);
        Heard little = new Heard() {
            @Override
            public boolean printed(boolean error, byte[] bytes) {
                return super.printed(error, bytes) && out.size() < 100_000;
            }
        };

        assertThat(run("exec cat /dev/zero", little)).isEqualTo(new ProcessEnd.Unheard());
        // A client that stops to read one stream must not stop to read the others of the connection.
        assertThat(run("echo on", new Heard())).isEqualTo(new ProcessEnd.Exited(0));
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
    void comesToTheDeadline(Protocol protocol) throws Exception {
        connect(protocol);
        ProcessSpec sleep = new ProcessSpec("sleep", List.of("300"), Map.of(), false);

        assertThat(envd.run(sleep, new ProcessCall(new Heard()), Deadline.after(Duration.ofMillis(700))))
                .isEqualTo(new ProcessEnd.Overdue());
    }

    static Stream<Arguments> faults() {
        Fault garbage = new Fault.Garbage(Bytes.utf8("no frame, but long enough to be taken for one"));
        Fault giant = new Fault.Giant(Integer.MAX_VALUE);
        Map<Stage, Map<Fault, Failure>> table = new EnumMap<>(Stage.class);
        table.put(
                Stage.START,
                Map.of(
                        Fault.status(401),
                        Failure.REFUSED,
                        Fault.rpc(400, "invalid_argument"),
                        Failure.REFUSED,
                        garbage,
                        Failure.PROTOCOL,
                        new Fault.Drop(),
                        Failure.CUT,
                        new Fault.Vanish(),
                        Failure.GONE));
        table.put(
                Stage.STARTED,
                Map.of(
                        new Fault.Drop(), Failure.CUT,
                        new Fault.Silence(), Failure.SILENT,
                        new Fault.Vanish(), Failure.GONE));
        table.put(
                Stage.STREAM,
                Map.of(
                        new Fault.Drop(),
                        Failure.CUT,
                        new Fault.Silence(),
                        Failure.SILENT,
                        new Fault.Vanish(),
                        Failure.GONE,
                        new Fault.NoLastFrame(),
                        Failure.CUT,
                        Fault.streamError("unavailable"),
                        Failure.REFUSED,
                        Fault.streamError(500),
                        Failure.REFUSED,
                        garbage,
                        Failure.PROTOCOL,
                        giant,
                        Failure.PROTOCOL));
        table.put(
                Stage.END,
                Map.of(
                        new Fault.Drop(),
                        Failure.CUT,
                        new Fault.NoLastFrame(),
                        Failure.CUT,
                        Fault.streamError("unheard_of"),
                        Failure.REFUSED));
        return Stream.of(Protocol.HTTP_1_1, Protocol.H2_PRIOR_KNOWLEDGE)
                .flatMap(protocol -> table.entrySet().stream()
                        .flatMap(stage -> stage.getValue().entrySet().stream()
                                .map(row -> Arguments.of(protocol, stage.getKey(), row.getKey(), row.getValue()))));
    }

    @ParameterizedTest(name = "{0}, {1}, {2}: {3}")
    @MethodSource("faults")
    void namesWhatWentWrong(Protocol protocol, Stage stage, Fault fault, Failure failure) throws Exception {
        connect(protocol);
        standIn.faults().next(stage, fault);
        String command = stage == Stage.END ? "echo a" : "echo a; exec sleep 300";

        EnvdException thrown = catchThrowableOfType(EnvdException.class, () -> run(command, new Heard()));

        assertThat(thrown).isNotNull();
        assertThat(thrown.failure()).as("%s", thrown).isEqualTo(failure);
        assertThat(standIn.faults().pending()).isEmpty();
    }

    private ProcessEnd run(String command, Heard heard) throws EnvdException, InterruptedException {
        ProcessSpec spec = new ProcessSpec("/bin/sh", List.of("-c", command), Map.of(), false);
        return envd.run(spec, new ProcessCall(heard), Deadline.after(Duration.ofSeconds(60)));
    }

    /** Keeps what was printed. */
    private static class Heard implements ProcessWatch {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();

        private final Action action;

        /** What to do when the process is there. */
        interface Action {
            void on(long pid) throws EnvdException, InterruptedException;
        }

        Heard(Action action) {
            this.action = action;
        }

        Heard() {
            this(pid -> {});
        }

        @Override
        public void started(long pid) {
            try {
                action.on(pid);
            } catch (EnvdException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public boolean printed(boolean error, byte[] bytes) {
            (error ? err : out).writeBytes(bytes);
            return true;
        }
    }
}
