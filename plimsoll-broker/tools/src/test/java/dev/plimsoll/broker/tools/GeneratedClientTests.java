package dev.plimsoll.broker.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.broker.mint.StaticToken;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Generated clients in the real engine, through the real broker, to a real server on loopback. */
@Timeout(120)
class GeneratedClientTests {
    private final List<String> received = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private String baseUrl;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add((exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body).strip());
            boolean gone = exchange.getRequestMethod().equals("DELETE");
            byte[] answer = "{\"id\":7,\"name\":\"lamp\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(gone ? 204 : 200, gone ? -1 : answer.length);
            if (!gone) {
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        });
        server.start();
        baseUrl = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private JavaScriptResult run(OpenApiGrant derived, String code) {
        Grant grant = derived.grant().minter(StaticToken.of(Secret.of("t0ken"))).build();
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            return sandbox.runJavaScript(
                    JavaScriptRequest.builder(code).grant(grant).build());
        }
    }

    private OpenApiGrant items() throws IOException {
        return OpenApiGrant.from(OpenApiGrantTests.items())
                .baseUrl(baseUrl + "/v1")
                .derive();
    }

    @Test
    void everyFunctionCallsItsRoute() throws IOException {
        JavaScriptResult result = run(items(), """
                console.log((await api.listItems()).name);
                await api.createItem({ name: 'lamp' });
                console.log((await api.getItem(7)).id);
                console.log(await api.delete_(7));
                await api.patchItemsById(7, { name: 'lamp' });
                await api.setTag(7, 'colour', 'red');
                console.log(Object.keys(api).length, Object.isFrozen(api));
                """);

        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("lamp\n7\nundefined\n6 true\n");
        assertThat(result.exitCode()).isZero();
        assertThat(received)
                .containsExactly(
                        "GET /v1/items",
                        "POST /v1/items {\"name\":\"lamp\"}",
                        "GET /v1/items/7",
                        "DELETE /v1/items/7",
                        "PATCH /v1/items/7 {\"name\":\"lamp\"}",
                        "PUT /v1/items/7/tags/colour \"red\"");
    }

    @Test
    void valuesThatWouldLeaveTheirSegmentAreRefusedInTheGuest() throws IOException {
        JavaScriptResult result = run(items(), """
                for (const id of ['', '.', '..', '7/8', '7?x', '7#x', '%2e', 'a b', '\\u00e4', '7\\n', '\\\\', {}]) {
                  await api.getItem(id).then(() => console.log('sent', id), (e) => console.log(e.name));
                }
                """);

        assertThat(result.stdoutText()).as(result.stderrText()).isEqualTo("TypeError\n".repeat(12));
        assertThat(received).isEmpty();
    }

    @Test
    void hostileDocumentsBecomeNothingButFunctions() {
        OpenApiGrant derived =
                OpenApiGrant.from(HostileDocuments.NAMES).baseUrl(baseUrl).derive();

        JavaScriptResult result = run(derived, """
                let calls = 0;
                for (const [name, f] of Object.entries(api)) {
                  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) console.log('name', name);
                  await f('x', 'y').then(() => calls++, (e) => console.log(e.message));
                }
                console.log(calls, typeof pwned, Object.getPrototypeOf(api), typeof api.then, typeof (await api));
                """);

        assertThat(result.exitCode()).as(result.stderrText()).isZero();
        assertThat(result.stdoutText())
                .isEqualTo(derived.clientScript()
                                .lines()
                                .filter(line -> line.contains(": async ("))
                                .count() + " undefined null undefined object\n");
        assertThat(derived.clientScript().lines().filter(line -> line.contains("pwned")))
                .allMatch(line -> line.strip().startsWith("*")
                        || line.strip().startsWith("/**")
                        || line.startsWith("//")
                        || line.contains(": async ("));
    }
}
