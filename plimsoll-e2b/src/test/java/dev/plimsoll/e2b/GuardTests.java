package dev.plimsoll.e2b;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.error.UnsupportedRunException;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.Deadline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuardTests {
    private static final String NO_NAMESPACES = "this machine has no network namespaces to build E2B's network from";
    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final Grant GRANT = Grant.builder("https://api.example.com")
            .name("orders")
            .allow(HttpMethod.GET, "/v1/orders/*")
            .minter(request -> MintedToken.of(Secret.of("a-token-that-stays-outside")))
            .build();

    private final StandIn standIn = StandIn.start();
    private final E2bGuard guard = new E2bGuard(URI.create("https://guard.example.com/calls"));
    private final EchoBroker broker = new EchoBroker();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void mount() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/calls", guard.httpHandler());
        server.start();
        standIn.route(
                "guard.example.com",
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    @AfterEach
    void close() {
        server.stop(0);
        threads.shutdownNow();
        standIn.close();
    }

    private Sandbox open(E2bProvider provider) {
        return StandInSandboxes.configure(Sandbox.builder().provider(provider), standIn)
                .broker(broker)
                .open();
    }

    private static JavaScriptRequest granted(String code) {
        return JavaScriptRequest.builder(code).timeout(AMPLE).grant(GRANT).build();
    }

    @Test
    void letsASnippetCallThroughTheGuardAlone() {
        assumeTrue(StandIn.closesEgress(), NO_NAMESPACES);
        try (Sandbox sandbox = open(new E2bProvider(guard))) {
            JavaScriptResult result = sandbox.runJavaScript(granted("console.log(await host.call('é'));"
                    + "await host.call('x'.repeat(2000)).catch(e => console.log(e.message))"));
            assertThat(result).exitedWith(0).hasStdout("echo é\nthe call is larger than 1024 bytes\n");
            assertThat(result.evidence().policy()).isEqualTo("e2b:guard-only");
            assertThat(broker.envelopes).containsExactly("é");
            assertThat(standIn.orders().get(1).body().getAsJsonObject("network").toString())
                    .contains("\"allowOut\":[\"guard.example.com\"]", "\"denyOut\":[\"0.0.0.0/0\"]");
            assertThat(guard).asString().endsWith(" 0 runs]");
        }
    }

    @Test
    void letsAProjectCallThroughTheGuard() {
        assumeTrue(StandIn.closesEgress(), NO_NAMESPACES);
        try (Sandbox sandbox = open(new E2bProvider(guard))) {
            var result = sandbox.runProject(ProjectRequest.builder()
                    .file("a.mjs", "console.log(await host.call('from a project'))")
                    .step("node a.mjs")
                    .timeout(AMPLE)
                    .grant(GRANT)
                    .build());
            assertThat(result).succeeded();
            assertThat(result.steps().get(0).stdout().text()).isEqualTo("echo from a project\n");
        }
    }

    @Test
    void showsTheGuestNoCredential() {
        assumeTrue(StandIn.closesEgress(), NO_NAMESPACES);
        try (Sandbox sandbox = open(new E2bProvider(guard))) {
            JavaScriptResult result = sandbox.runJavaScript(granted("const fs = require('node:fs');"
                    + "for (const f of fs.readdirSync('..')) if (f.endsWith('.json')) console.log(fs.readFileSync('../' + f, 'utf8'));"
                    + "console.log(fs.readFileSync('/proc/self/environ', 'utf8'))"));
            String credential = standIn.orders()
                    .get(1)
                    .body()
                    .getAsJsonObject("network")
                    .getAsJsonObject("rules")
                    .toString()
                    .replaceAll(".*([0-9a-f]{64}).*", "$1");
            assertThat(credential).hasSize(64);
            assertThat(result).exitedWith(0);
            assertThat(result.stdoutText()).contains("hostFolder").doesNotContain(credential, "a-token-that-stays");
        }
    }

    @Test
    void refusesGrantedRunsWithoutAGuard() {
        try (Sandbox sandbox = open(new E2bProvider())) {
            int before = standIn.orders().size();
            assertThatExceptionOfType(UnsupportedRunException.class)
                    .isThrownBy(() -> sandbox.runJavaScript(granted("1")));
            assertThat(standIn.orders()).hasSize(before);
        }
    }

    private static InputStream body(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void answersNobodyButALiveRun() throws IOException {
        GuardedRun run = guard.open(broker.new Echo(), Deadline.after(AMPLE));
        String credential = run.egress().value().reveal();
        assertThat(guard.answer("POST", List.of(credential), body("a")).status())
                .isEqualTo(200);
        assertThat(guard.answer("GET", List.of(credential), body("")).status()).isEqualTo(405);
        assertThat(guard.answer("POST", List.of(credential, credential), body("a"))
                        .status())
                .isEqualTo(401);
        assertThat(guard.answer("POST", List.of(credential.substring(1)), body("a"))
                        .status())
                .isEqualTo(401);
        assertThat(guard.answer("POST", List.of(), body("a")).status()).isEqualTo(401);
        assertThat(guard.answer("POST", List.of(credential), body("a".repeat(1025)))
                        .status())
                .isEqualTo(413);
        run.close();
        assertThat(guard.answer("POST", List.of(credential), body("a")).status())
                .isEqualTo(401);
        assertThat(broker.envelopes).containsExactly("a");
        assertThat(run.egress().toString()).doesNotContain(credential);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://guard.example.com/g",
                "https://guard.example.com:8443/g",
                "https://u:p@guard.example.com/g",
                "https://guard.example.com/g?x=1",
                "guard.example.com"
            })
    void refusesAnAddressThatIsNotSafe(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> new E2bGuard(URI.create(address)));
    }
}
