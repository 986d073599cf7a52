package dev.plimsoll.e2b.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What leaves the stand-in's microVMs, and what E2B's proxy does to it. */
@Timeout(60)
class StandInEgressTests {
    private static final String RULES = """
            {"templateID":"base","allow_internet_access":false,"network":{"allowPublicTraffic":false,
            "denyOut":["0.0.0.0/0"],"allowOut":["guard.example"],
            "rules":{"guard.example":[{"transform":{"headers":{"X-Run":"secret"}}}]}}}""";

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private StandIn standIn;
    private WireClient client;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(StandIn.closesEgress(), "needs a Linux that lets this user make network namespaces");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            heard.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().get("X-Run") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] answer = Exchange.utf8("answer");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        standIn = StandIn.start();
        standIn.route(
                "guard.example",
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
        client = new WireClient(standIn);
    }

    @AfterEach
    void close() {
        if (server != null) {
            client.close();
            standIn.close();
            server.stop(0);
        }
    }

    @Test
    void letsNothingOutThatIsDenied() throws IOException {
        String knock =
                "require('net').connect(%d, '127.0.0.1').on('connect', () => { console.log('open'); process.exit() })"
                                .formatted(server.getAddress().getPort())
                        + ".on('error', (e) => console.log('closed'))";
        WireClient.Vm open = client.create();
        WireClient.Vm closed = client.create("{\"templateID\":\"base\",\"allow_internet_access\":false}");
        WireClient.Vm gated = client.create(RULES);

        assertThat(client.sh(open, "node -e \"" + knock + "\"").output("stdout"))
                .isEqualTo("open\n");
        assertThat(client.sh(closed, "node -e \"" + knock + "\"").output("stdout"))
                .isEqualTo("closed\n");
        assertThat(client.sh(gated, "node -e \"" + knock + "\"").output("stdout"))
                .isEqualTo("closed\n");
    }

    @Test
    void setsTheHeadersOfTheRulesOnTheWayOut() throws IOException {
        WireClient.Vm vm = client.create(RULES);
        String call =
                "fetch('https://guard.example/a?b=c', {method: 'POST', body: 'text', headers: {'x-run': 'forged'}})"
                        + ".then((r) => r.text()).then(console.log, (e) => console.log(e.cause))";

        WireClient.Stream stream = client.sh(vm, "pwd; node -e \"" + call + "\"; env");

        assertThat(stream.output("stdout")).contains("/home/user\nanswer\n").doesNotContain("secret");
        assertThat(heard).containsExactly("POST /a?b=c [secret] text");
    }

    @Test
    void trustsNothingThatTheProxyDoesNotSpeakFor() throws IOException {
        WireClient.Vm vm = client.create(RULES);
        String call = "fetch('https://other.example/').then(() => console.log('answer'), () => console.log('none'))";

        assertThat(client.sh(vm, "node -e \"" + call + "\"").output("stdout")).isEqualTo("none\n");
        assertThat(heard).isEmpty();
    }
}
