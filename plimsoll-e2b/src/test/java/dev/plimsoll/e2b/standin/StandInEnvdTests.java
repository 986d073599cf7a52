package dev.plimsoll.e2b.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import okhttp3.Protocol;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the stand-in's envd does, in E2B's words. */
@Timeout(60)
class StandInEnvdTests {
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

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "H2_PRIOR_KNOWLEDGE"})
    void runsAProgramOverBothProtocols(Protocol protocol) throws IOException {
        try (WireClient either = new WireClient(standIn, protocol)) {
            WireClient.Vm vm = either.create("{\"templateID\":\"base\",\"envVars\":{\"A\":\"b\"}}");

            WireClient.Stream stream = either.sh(vm, "echo out $A; echo err >&2");

            assertThat(stream.event("start")).isPresent();
            assertThat(stream.output("stdout")).isEqualTo("out b\n");
            assertThat(stream.output("stderr")).isEqualTo("err\n");
            // Zero is what is not there.
            assertThat(stream.event("end").orElseThrow().toString())
                    .isEqualTo("{\"exited\":true,\"status\":\"exit status 0\"}");
            assertThat(stream.last().orElseThrow().toString()).isEqualTo("{}");
        }
    }

    @Test
    void letsNobodyInWithoutTheToken() throws IOException {
        WireClient.Vm vm = client.create();
        WireClient.Vm forged = new WireClient.Vm(vm.id(), "ea_other");

        assertThat(client.get(forged, "/health").status()).isEqualTo(204);
        assertThat(client.get(forged, "/files?path=x").status()).isEqualTo(401);
        WireClient.Reply refused = client.call(forged, "/process.Process/List", "{}");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.json().getAsJsonObject().get("code").getAsInt()).isEqualTo(401);
    }

    @Test
    void letsASignedAddressInUntilItExpires() throws Exception {
        WireClient.Vm vm = client.create();
        client.envd(vm, "POST", "/files?path=a", Exchange.utf8("text"), "application/octet-stream", Map.of());
        WireClient.Vm stranger = new WireClient.Vm(vm.id(), "none");
        String good = signed("a:read::" + vm.token() + ":4000000000");
        String late = signed("a:read::" + vm.token() + ":1000000000");

        assertThat(client.get(stranger, "/files?path=a&signature_expiration=4000000000&signature=" + good)
                        .text())
                .isEqualTo("text");
        assertThat(client.get(stranger, "/files?path=b&signature_expiration=4000000000&signature=" + good)
                        .status())
                .isEqualTo(401);
        assertThat(client.get(stranger, "/files?path=a&signature_expiration=1000000000&signature=" + late)
                        .status())
                .isEqualTo(401);
    }

    @Test
    void keepsFilesWithinItsOwnRoot() throws IOException {
        WireClient.Vm vm = client.create();
        for (String path : new String[] {"/etc/made", "../../../../../../etc/made", "/home/user/a/b", "~/c"}) {
            WireClient.Reply written = client.envd(
                    vm, "POST", "/files?path=" + path, Exchange.utf8(path), "application/octet-stream", Map.of());
            assertThat(written.text()).contains("plimsoll-standin-");
            assertThat(client.get(vm, "/files?path=" + path).text()).isEqualTo(path);
        }
        assertThat(client.sh(vm, "cat a/b c").output("stdout")).isEqualTo("/home/user/a/b~/c");
        assertThat(client.get(vm, "/files?path=a").status()).isEqualTo(400);
        assertThat(client.get(vm, "/files?path=nope").status()).isEqualTo(404);
    }

    @Test
    void unpacksWhatComesPacked() throws IOException {
        WireClient.Vm vm = client.create();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(Exchange.utf8("plain"));
        }

        client.envd(
                vm,
                "POST",
                "/files?path=p",
                packed.toByteArray(),
                "application/octet-stream",
                Map.of("Content-Encoding", "gzip"));

        assertThat(client.get(vm, "/files?path=p").text()).isEqualTo("plain");
    }

    @Test
    void makesListsMovesAndRemoves() throws IOException {
        WireClient.Vm vm = client.create();
        String service = "/filesystem.Filesystem/";

        assertThat(client.call(vm, service + "MakeDir", "{\"path\":\"d/e\"}").status())
                .isEqualTo(200);
        WireClient.Reply again = client.call(vm, service + "MakeDir", "{\"path\":\"d/e\"}");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.json().getAsJsonObject().get("code").getAsString()).isEqualTo("already_exists");
        client.call(vm, service + "Move", "{\"source\":\"d/e\",\"destination\":\"f\"}");
        client.sh(vm, "ln -s /nowhere d/link");
        assertThat(client.call(vm, service + "ListDir", "{\"path\":\"\",\"depth\":2}")
                        .text())
                .contains(
                        "\"name\":\"f\"", "FILE_TYPE_DIRECTORY", "FILE_TYPE_SYMLINK", "\"symlinkTarget\":\"/nowhere\"")
                .doesNotContain("\"name\":\"e\"");
        assertThat(client.call(vm, service + "Remove", "{\"path\":\"d\"}").status())
                .isEqualTo(200);
        assertThat(client.call(vm, service + "Stat", "{\"path\":\"d\"}").status())
                .isEqualTo(404);
        assertThat(client.call(vm, service + "Remove", "{\"path\":\"d\"}").status())
                .isEqualTo(200);
    }

    @Test
    void signalsTheLeaderAloneAndSaysSo() throws IOException {
        WireClient.Vm vm = client.create();
        try (Response open = client.open(vm, "Start", WireClient.start("sleep 300 & echo $!; wait", false), Map.of())) {
            long leader = pid(WireClient.readOne(open));
            JsonObject data = WireClient.readOne(open).getAsJsonObject("event").getAsJsonObject("data");
            long child = Long.parseLong(
                    new String(Base64.getDecoder().decode(data.get("stdout").getAsString()), StandardCharsets.UTF_8)
                            .trim());

            client.call(
                    vm,
                    "/process.Process/SendSignal",
                    "{\"process\":{\"pid\":" + leader + "},\"signal\":\"SIGNAL_SIGKILL\"}");

            JsonObject end = WireClient.readAll(open).event("end").orElseThrow();
            assertThat(end.get("exitCode").getAsInt()).isEqualTo(-1);
            assertThat(end.has("exited")).isFalse();
            assertThat(end.get("status").getAsString()).isEqualTo("signal: killed");
            assertThat(ProcessHandle.of(child).map(ProcessHandle::isAlive)).contains(true);

            standIn.kill(vm.id());
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> ProcessHandle.of(child)
                            .filter(ProcessHandle::isAlive)
                            .isEmpty());
        }
    }

    @Test
    void endsAProcessAtItsDeadline() throws IOException {
        WireClient.Vm vm = client.create();

        WireClient.Stream stream = client.sh(vm, "exec sleep 300", Map.of("Connect-Timeout-Ms", "200"));

        assertThat(stream.last()
                        .orElseThrow()
                        .getAsJsonObject("error")
                        .get("code")
                        .getAsString())
                .isEqualTo("deadline_exceeded");
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        client.call(vm, "/process.Process/List", "{}").text().equals("{\"processes\":[]}"));
    }

    @Test
    void letsAProcessOutliveItsListenerAndTellsALateOneTheEnd() throws IOException {
        WireClient.Vm vm = client.create();
        long pid;
        try (Response open = client.open(vm, "Start", WireClient.start("read x; exit 3", true), Map.of())) {
            pid = pid(WireClient.readOne(open));
        }
        String process = "\"process\":{\"pid\":" + pid + "}";
        assertThat(client.call(vm, "/process.Process/List", "{}").text()).contains("\"pid\":" + pid);
        client.call(vm, "/process.Process/SendInput", "{" + process + ",\"input\":{\"stdin\":\"eAo=\"}}");

        WireClient.Stream late = client.stream(vm, "Connect", "{" + process + "}", Map.of());

        assertThat(late.event("end").orElseThrow().get("exitCode").getAsInt()).isEqualTo(3);
        WireClient.Stream unknown = client.stream(vm, "Connect", "{\"process\":{\"pid\":1}}", Map.of());
        assertThat(unknown.last().orElseThrow().toString()).contains("not_found");
    }

    @Test
    void givesASignWhenItIsQuiet() throws IOException {
        WireClient.Vm vm = client.create();

        WireClient.Stream stream = client.sh(vm, "sleep 1.5", Map.of("Keepalive-Ping-Interval", "1"));

        assertThat(stream.event("keepalive")).isPresent();
        assertThat(stream.last()).isPresent();
    }

    @Test
    void startsNothingThatIsNotThere() throws IOException {
        WireClient.Vm vm = client.create();

        for (String process : new String[] {"{\"cmd\":\"no-such\"}", "{\"cmd\":\"sh\",\"cwd\":\"/no/such\"}", "{}"}) {
            WireClient.Stream stream = client.stream(vm, "Start", "{\"process\":" + process + "}", Map.of());
            assertThat(stream.last()
                            .orElseThrow()
                            .getAsJsonObject("error")
                            .get("code")
                            .getAsString())
                    .isEqualTo("invalid_argument");
        }
    }

    @Test
    void leavesNothingWhenItIsKilled() throws IOException {
        WireClient.Vm vm = client.create();
        // One that leaves its session and loses its parent, and one that also forgets its environment.
        String escape = "setsid sleep 301 >/dev/null 2>&1 & (env -i setsid sleep 301 >/dev/null 2>&1 &) & pwd";
        String home = client.sh(vm, escape).output("stdout").trim();
        await().atMost(Duration.ofSeconds(20)).until(() -> sleepers("301") == 2);

        standIn.kill(vm.id());

        assertThat(sleepers("301")).isZero();
        assertThat(Path.of(home)).doesNotExist();
        assertThat(client.get(vm, "/health").status()).isEqualTo(502);
        assertThat(client.get(vm, "/files?path=a").text()).contains("\"code\":502");
    }

    @Test
    void leavesNoThreadAndNoSocketWhenItCloses() throws IOException {
        WireClient.Vm vm = client.create();
        standIn.faults().next(Stage.FILE_READ, new Fault.Silence());
        try (WireClient impatient = client.impatient()) {
            assertThatThrownBy(() -> impatient.get(vm, "/files?path=a")).isInstanceOf(IOException.class);
        }
        Response open = client.open(vm, "Start", WireClient.start("sleep 302", false), Map.of());

        standIn.close();

        assertThatThrownBy(() -> WireClient.readAll(open)).isInstanceOf(IOException.class);
        assertThat(sleepers("302")).isZero();
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("standin-")));
        assertThatThrownBy(() -> client.get(vm, "/health")).isInstanceOf(IOException.class);
    }

    private static long pid(JsonObject message) {
        return message.getAsJsonObject("event")
                .getAsJsonObject("start")
                .get("pid")
                .getAsLong();
    }

    private static long sleepers(String seconds) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> arguments.length == 1 && arguments[0].equals(seconds))
                        .isPresent())
                .count();
    }

    private static String signed(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(Exchange.utf8(text));
        String base64 = Base64.getEncoder().withoutPadding().encodeToString(hash);
        return URLEncoder.encode("v1_" + base64, StandardCharsets.UTF_8);
    }
}
