package dev.plimsoll.e2b;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.broker.HttpBroker;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Granted runs from end to end: a guest in a closed microVM, E2B's network rules, the guard on a real server, the real
 * broker, and the API that is called in the end.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BrokeredRunTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final String TOKEN = "s3cr3t-credential-of-the-api";

    private final E2bGuard guard = new E2bGuard(URI.create("https://guard.example.com/calls"));
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private StandIn standIn;
    private HttpServer mounted;
    private HttpServer api;
    private Sandbox sandbox;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(StandIn.closesEgress(), "this machine has no network namespaces to build E2B's network from");
        standIn = StandIn.start();
        mounted = server();
        mounted.createContext("/calls", guard.httpHandler());
        mounted.start();
        standIn.route("guard.example.com", address(mounted));
        api = server();
        api.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add((exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body).trim());
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            byte[] answer = "{\"item\":7}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        api.start();
        sandbox = StandInSandboxes.configure(Sandbox.builder().provider(new E2bProvider(guard)), standIn)
                .broker(new HttpBroker())
                .open();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        if (sandbox != null) {
            sandbox.close();
            mounted.stop(0);
            api.stop(0);
            standIn.close();
        }
    }

    private HttpServer server() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        return server;
    }

    private static URI address(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private Grant grant() {
        return Grant.builder(address(api).toString())
                .allow(HttpMethod.GET, "/v1/items/*")
                .allow(HttpMethod.POST, "/v1/items")
                .minter(request -> MintedToken.of(Secret.of(TOKEN)))
                .build();
    }

    private JavaScriptResult run(String code) {
        JavaScriptRequest request =
                JavaScriptRequest.builder(code).timeout(AMPLE).grant(grant()).build();
        JavaScriptResult result = sandbox.runJavaScript(request);
        Receipts.check(request, result);
        assertThat(standIn.alive()).isEmpty();
        return result;
    }

    @Test
    void callsTheApiWithACredentialThatStaysOutside() {
        JavaScriptResult result = run(
                "console.log((await host.get('/v1/items/7')).item);"
                        + "await host.post('/v1/items', {a: 'é'});"
                        + "console.log(Object.keys(process.env).length, require('fs').readFileSync('/proc/self/environ', 'utf8'))");

        assertThat(result.exitCode()).as(result.stderrText()).isZero();
        assertThat(result.stdoutText()).startsWith("7\n").doesNotContain(TOKEN);
        assertThat(asked).containsExactly("GET /v1/items/7", "POST /v1/items {\"a\":\"é\"}");
        assertThat(authorizations).containsOnly("Bearer " + TOKEN);
        assertThat(result.calls().calls())
                .extracting(call -> call.route().toString())
                .containsExactly("GET /v1/items/*", "POST /v1/items");
    }

    @Test
    void refusesWhatIsNotGranted() {
        JavaScriptResult result = run(
                "for (const [m, p] of [['DELETE', '/v1/items/7'], ['GET', '/v1/secrets'], ['GET', '/v1/items/../secrets']])"
                        + " await host.call(m, p).then(() => console.log('let in'), e => console.log(e.name))");

        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("HostError\n".repeat(3));
        assertThat(asked).isEmpty();
        assertThat(result.calls().denied()).isEqualTo(3);
    }

    @Test
    void reachesTheApiInNoOtherWay() {
        JavaScriptResult result =
                run("await fetch('%s/v1/items/7').then(() => console.log('open'), () => console.log('closed'))"
                        .formatted(address(api)));

        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("closed\n");
        assertThat(asked).isEmpty();
    }

    @Test
    void callsFromAProject() {
        ProjectResult result = sandbox.runProject(ProjectRequest.builder()
                .file("a.mjs", "console.log((await host.get('/v1/items/7')).item)")
                .step("node a.mjs")
                .step("node a.mjs")
                .timeout(AMPLE)
                .grant(grant())
                .build());

        assertThat(result.steps())
                .extracting(step -> step.stdout().text())
                .as(result.toString())
                .containsExactly("7\n", "7\n");
        assertThat(asked).containsExactly("GET /v1/items/7", "GET /v1/items/7");
        assertThat(result.calls().calls()).hasSize(2);
        assertThat(standIn.alive()).isEmpty();
    }

    @Test
    void callsFromPython() {
        boolean isHere = List.of(System.getenv("PATH").split(":", -1)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
        assertThat(isHere || !"1".equals(System.getenv("PLIMSOLL_REQUIRE_PYTHON")))
                .as("the python3 that was promised is on the PATH")
                .isTrue();
        assumeTrue(isHere, "no python3 on the PATH for a project's step");
        ProjectResult result = sandbox.runProject(ProjectRequest.builder()
                .file("a.py", """
                        import host
                        print(host.get('/v1/items/7')['item'])
                        host.post('/v1/items', {'a': 'é'})
                        for call in (lambda: host.get('/v1/secrets'), lambda: host.host_call('x' * (3 << 20))):
                            try:
                                print(call())
                            except Exception as error:
                                print(type(error).__name__, getattr(error, 'status', None))
                        """)
                .step("python3 a.py")
                .timeout(AMPLE)
                .grant(grant())
                .build());

        assertThat(result.steps())
                .singleElement()
                .satisfies(step -> assertThat(step.stdout().text())
                        .as(step.stderr().text())
                        .isEqualTo("7\nHostError 403\nRuntimeError None\n"));
        assertThat(asked).containsExactly("GET /v1/items/7", "POST /v1/items {\"a\": \"\\u00e9\"}");
        assertThat(authorizations).containsOnly("Bearer " + TOKEN);
    }
}
