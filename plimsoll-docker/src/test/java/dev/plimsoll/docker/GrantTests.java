package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.Outcome;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Granted runs over the container's streams: the real broker, a real server, a guest without a network. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class GrantTests {
    private static final String TOKEN = "s3cr3t-credential-0f7a";
    private static final Duration AMPLE = Duration.ofSeconds(60);
    private static final Map<TestEngine.Tier, Sandbox> OPEN = new EnumMap<>(TestEngine.Tier.class);

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            byte[] body = "{\"name\":\"é🎉\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @AfterAll
    static void close() {
        OPEN.values().forEach(Sandbox::close);
        OPEN.clear();
    }

    private Grant grant() {
        return Grant.builder("http://127.0.0.1:" + server.getAddress().getPort())
                .minter(request -> MintedToken.of(Secret.of(TOKEN)))
                .allow(HttpMethod.GET, "/v1/items/*")
                .build();
    }

    private static Sandbox sandbox(TestEngine.Tier tier) {
        return OPEN.computeIfAbsent(tier, TestEngine::open);
    }

    @ParameterizedTest
    @EnumSource
    void aSnippetCallsWhatIsGrantedAndNothingElse(TestEngine.Tier tier) {
        JavaScriptRequest request = JavaScriptRequest.builder("console.log(await host.get('/v1/items/7'));"
                        + "try { await host.get('/v2/other') } catch (e) { console.log('refused') }"
                        + "const many = await Promise.all([1,2,3,4,5].map(i => host.get('/v1/items/' + i)));"
                        + "console.log(many.length, Object.keys(process.env).length)")
                .grant(grant())
                .timeout(AMPLE)
                .build();
        JavaScriptResult result = sandbox(tier).runJavaScript(request);
        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("{ name: 'é🎉' }\nrefused\n5 0\n");
        assertThat(requests).hasSize(6).allMatch(line -> line.startsWith("GET /v1/items/"));
        assertThat(authorizations).allMatch(line -> line.endsWith(TOKEN));
        Receipts.check(request, result);
    }

    /** Many more than are started together: the others wait for the replies before them. */
    @ParameterizedTest
    @EnumSource
    void answersAHundredCallsMadeTogether(TestEngine.Tier tier) {
        JavaScriptResult result = sandbox(tier)
                .runJavaScript(JavaScriptRequest.builder(
                                "const all = await Promise.all(Array.from({ length: 100 }, (_, i) => host.get('/v1/items/' + i)));"
                                        + "console.log(all.length)")
                        .grant(grant())
                        .timeout(AMPLE)
                        .build());
        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("100\n");
        assertThat(requests).hasSize(100).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void nodeAndPythonStepsCallToo(TestEngine.Tier tier) {
        ProjectRequest request = ProjectRequest.builder()
                .file("call.mjs", "console.log((await host.get('/v1/items/1')).name)")
                .file("call.py", "import host\nprint(host.get('/v1/items/2')['name'])\n")
                .step("node call.mjs")
                .step("python3 call.py")
                .step("env; cat /proc/*/environ 2>/dev/null; true")
                .grant(grant())
                .timeout(AMPLE)
                .build();
        ProjectResult result = sandbox(tier).runProject(request);
        assertThat(result.outcome()).as(result.toString()).isEqualTo(Outcome.COMPLETED);
        assertThat(result.steps())
                .as(result.steps().toString())
                .extracting(step -> step.stdout().text() + step.stderr().text())
                .startsWith("é🎉\n", "é🎉\n");
        assertThat(result.steps().get(2).stdout().text()).doesNotContain(TOKEN);
        assertThat(requests).containsExactly("GET /v1/items/1", "GET /v1/items/2");
    }

    @ParameterizedTest
    @EnumSource
    void aRunWithoutAGrantFindsNothingToCall(TestEngine.Tier tier) {
        JavaScriptResult result = sandbox(tier)
                .runJavaScript(JavaScriptRequest.builder("console.log(typeof host)")
                        .timeout(AMPLE)
                        .build());
        assertThat(result.stdoutText()).isEqualTo("undefined\n");
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoThreadOfACallBehind(TestEngine.Tier tier) {
        sandbox(tier)
                .runJavaScript(JavaScriptRequest.builder("host.get('/v1/items/1'); process.exit(0)")
                        .grant(grant())
                        .timeout(AMPLE)
                        .build());
        Awaitility.await()
                .atMost(AMPLE)
                .until(() -> threads("plimsoll-docker-replies").isEmpty());
    }

    private static Set<String> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toSet());
    }
}
