package dev.plimsoll.e2b.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.run.Bytes;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import okhttp3.Protocol;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each way in which the stand-in can be told to go wrong, on the wire. */
@Timeout(60)
class StandInFaultTests {
    private static final String ORDER = "{\"templateID\":\"base\"}";

    private StandIn standIn;
    private WireClient client;

    @BeforeEach
    void open() {
        standIn = StandIn.start();
        client = new WireClient(standIn);
    }

    @AfterEach
    void close() {
        client.close();
        standIn.close();
    }

    @Test
    void refusesBeforeAnythingExists() throws IOException {
        standIn.faults().next(Stage.CREATE, Fault.status(429, Duration.ofSeconds(2)));

        WireClient.Reply refused = client.control("POST", "/v2/sandboxes", ORDER);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers().get("Retry-After")).isEqualTo("2");
        assertThat(refused.json().getAsJsonObject().get("code").getAsInt()).isEqualTo(429);
        assertThat(standIn.orders()).isEmpty();
        assertThat(standIn.faults().pending()).isEmpty();
        assertThat(client.control("POST", "/v2/sandboxes", ORDER).status()).isEqualTo(201);
    }

    @Test
    void losesTheAnswerToACreation() {
        standIn.faults().next(Stage.CREATED, new Fault.Drop());

        assertThatThrownBy(() -> client.control("POST", "/v2/sandboxes", ORDER)).isInstanceOf(IOException.class);

        assertThat(standIn.alive()).hasSize(1);
    }

    @Test
    void saysNothingAndKeepsTheConnection() {
        standIn.faults().next(Stage.LIST, new Fault.Silence());

        try (WireClient impatient = client.impatient()) {
            assertThatThrownBy(() -> impatient.control("GET", "/v2/sandboxes", ""))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void answersLate() throws IOException {
        standIn.faults().next(Stage.LIST, new Fault.Slow(Duration.ofMillis(600)));

        try (WireClient impatient = client.impatient()) {
            assertThatThrownBy(() -> impatient.control("GET", "/v2/sandboxes", ""))
                    .isInstanceOf(SocketTimeoutException.class);
        }
        standIn.faults().next(Stage.LIST, new Fault.Slow(Duration.ofMillis(1)));
        assertThat(client.control("GET", "/v2/sandboxes", "").status()).isEqualTo(200);
    }

    @Test
    void saysWhatNobodyHasHeardOf() throws IOException {
        WireClient.Vm vm = client.create();
        standIn.faults().next(Stage.GET, new Fault.News()).next(Stage.STREAM, new Fault.News());

        assertThat(client.control("GET", "/sandboxes/" + vm.id(), "").text())
                .contains("quotaOfTomorrow", "\"state\":\"hibernating\"");
        assertThat(client.sh(vm, "echo a").messages().get(1).toString()).contains("quotaOfTomorrow");
    }

    @Test
    void answersGarbageAndGiants() throws IOException {
        standIn.faults()
                .next(Stage.LIST, new Fault.Garbage(Bytes.utf8("<html>")))
                .next(Stage.LIST, new Fault.Giant(3_000_000));

        assertThat(client.control("GET", "/v2/sandboxes", "").text()).isEqualTo("<html>");
        assertThat(client.control("GET", "/v2/sandboxes", "").body().length()).isEqualTo(3_000_000);
    }

    @Test
    void namesCodesInNumbersAndInWords() throws IOException {
        WireClient.Vm vm = client.create();
        standIn.faults()
                .next(Stage.SIGNAL, Fault.rpc(404, "not_found"))
                .next(Stage.SIGNAL, Fault.status(503))
                .next(Stage.STREAM, Fault.streamError("internal"))
                .next(Stage.STREAM, Fault.streamError(502));

        String call = "/process.Process/SendSignal";
        assertThat(client.call(vm, call, "{}").text()).contains("\"code\":\"not_found\"");
        assertThat(client.call(vm, call, "{}").text()).contains("\"code\":503");
        assertThat(client.sh(vm, "true").last().orElseThrow().toString()).contains("\"code\":\"internal\"");
        assertThat(client.sh(vm, "true").last().orElseThrow().toString()).contains("\"code\":502");
    }

    @Test
    void losesAMicroVmInTheMiddle() throws IOException {
        WireClient.Vm vm = client.create();
        standIn.faults().next(Stage.FILE_WRITE, new Fault.Vanish());

        WireClient.Reply reply =
                client.envd(vm, "POST", "/files?path=a", Exchange.utf8("a"), "application/octet-stream", Map.of());

        assertThat(reply.status()).isEqualTo(502);
        assertThat(standIn.alive()).isEmpty();

        WireClient.Vm next = client.create();
        standIn.faults().next(Stage.STREAM, new Fault.Vanish());
        assertThatThrownBy(() -> client.sh(next, "sleep 300")).isInstanceOf(IOException.class);
        assertThat(client.get(next, "/health").status()).isEqualTo(502);
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
    void cutsAStream(Protocol protocol) throws IOException {
        try (WireClient either = new WireClient(standIn, protocol)) {
            WireClient.Vm vm = either.create();
            for (Stage stage : List.of(Stage.START, Stage.STARTED, Stage.STREAM, Stage.END)) {
                standIn.faults().next(stage, new Fault.Drop());

                assertThatThrownBy(() -> either.sh(vm, "echo a"))
                        .as("%s", stage)
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void endsAStreamWithoutItsLastFrame() throws IOException {
        WireClient.Vm vm = client.create();
        standIn.faults().next(Stage.END, new Fault.NoLastFrame());

        WireClient.Stream stream = client.sh(vm, "echo a");

        assertThat(stream.output("stdout")).isEqualTo("a\n");
        assertThat(stream.last()).isEmpty();
    }

    @Test
    void announcesAFrameThatNobodyShouldBuffer() throws IOException {
        WireClient.Vm vm = client.create();
        standIn.faults().next(Stage.STREAM, new Fault.Giant(Integer.MAX_VALUE));

        try (Response open = client.open(vm, "Start", WireClient.start("true", false), Map.of())) {
            WireClient.readOne(open);
            assertThat(open.body().source().readByte()).isZero();
            assertThat(open.body().source().readInt()).isEqualTo(Integer.MAX_VALUE);
            open.body().source().skip(10_000_000);
        }
    }

    @Test
    void breaksTheFramesOfAStream() throws IOException {
        WireClient.Vm vm = client.create();
        standIn.faults().next(Stage.STREAM, new Fault.Garbage(Bytes.utf8("\0\0\0")));

        assertThatThrownBy(() -> client.sh(vm, "true")).isInstanceOf(EOFException.class);
    }

    @Test
    void queuesFaultsAndForgetsThem() throws IOException {
        standIn.faults()
                .next(Stage.LIST, Fault.status(500), 2)
                .next(Stage.LIST, Fault.status(504))
                .always(Stage.CREATE, Fault.status(503));

        for (int status : new int[] {500, 500, 504, 200}) {
            assertThat(client.control("GET", "/v2/sandboxes", "").status()).isEqualTo(status);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(client.control("POST", "/v2/sandboxes", ORDER).status()).isEqualTo(503);
        }
        assertThat(standIn.faults().pending()).containsExactly(Stage.CREATE);
        standIn.faults().clear();
        assertThat(client.control("POST", "/v2/sandboxes", ORDER).status()).isEqualTo(201);
    }
}
