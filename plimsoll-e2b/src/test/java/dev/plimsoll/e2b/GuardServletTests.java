package dev.plimsoll.e2b;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plimsoll.Sandbox;
import dev.plimsoll.e2b.standin.StandIn;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.secret.Secret;
import dev.plimsoll.spi.Deadline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guard as a servlet in a real container: to whom it answers, and a granted run through it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuardServletTests {
    private static final Duration AMPLE = Duration.ofSeconds(60);

    private final E2bGuard guard = new E2bGuard(URI.create("https://guard.example.com/app/calls"));
    private final EchoBroker broker = new EchoBroker();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Server container = new Server();
    private final ServerConnector connector = new ServerConnector(container);

    @BeforeEach
    void mount() throws Exception {
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        container.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/app");
        context.addServlet(new ServletHolder(new E2bGuardServlet(guard)), "/calls");
        container.setHandler(context);
        container.start();
    }

    @AfterEach
    void stop() throws Exception {
        container.stop();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        URI uri = URI.create("http://127.0.0.1:" + connector.getLocalPort() + "/app/calls");
        return client.send(request.uri(uri).timeout(AMPLE).build(), HttpResponse.BodyHandlers.ofString());
    }

    private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request);
        assertThat(response.body()).isEmpty();
        return response.statusCode();
    }

    private static HttpRequest.Builder post(String body) {
        return HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(body));
    }

    @Test
    void answersNobodyButALiveRun() throws IOException, InterruptedException {
        GuardedRun run = guard.open(broker.new Echo(), Deadline.after(AMPLE));
        String credential = run.egress().value().reveal();
        HttpResponse<String> answer = send(post("é").header(E2bGuard.HEADER, credential));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("echo é");
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/json"));
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");

        HttpRequest.BodyPublisher ofUnknownLength =
                HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[] {'c'}));
        assertThat(send(HttpRequest.newBuilder()
                                .header(E2bGuard.HEADER, credential)
                                .POST(ofUnknownLength))
                        .body())
                .isEqualTo("echo c");
        assertThat(status(HttpRequest.newBuilder().GET().header(E2bGuard.HEADER, credential)))
                .isEqualTo(405);
        assertThat(status(post("a").header(E2bGuard.HEADER, credential).header(E2bGuard.HEADER, credential)))
                .isEqualTo(401);
        assertThat(status(post("a").header(E2bGuard.HEADER, credential.substring(1))))
                .isEqualTo(401);
        assertThat(status(post("a"))).isEqualTo(401);
        assertThat(status(post("a".repeat(1025)).header(E2bGuard.HEADER, credential)))
                .isEqualTo(413);
        run.close();
        assertThat(status(post("a").header(E2bGuard.HEADER, credential))).isEqualTo(401);
        assertThat(broker.envelopes).containsExactly("é", "c");
    }

    /** A body is announced that never comes: the answer does not wait for it. */
    @Test
    void readsNothingOfARequestWithoutALiveCredential() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
            socket.setSoTimeout((int) AMPLE.toMillis());
            OutputStream out = socket.getOutputStream();
            out.write(("POST /app/calls HTTP/1.1\r\nHost: guard.example.com\r\n" + E2bGuard.HEADER
                            + ": 00\r\nContent-Length: 1000000\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            byte[] start = socket.getInputStream().readNBytes(12);
            assertThat(new String(start, StandardCharsets.ISO_8859_1)).isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    void letsAMicroVmCallThroughIt() {
        assumeTrue(StandIn.closesEgress(), "this machine has no network namespaces to build E2B's network from");
        try (StandIn standIn = StandIn.start()) {
            standIn.route("guard.example.com", URI.create("http://127.0.0.1:" + connector.getLocalPort()));
            try (Sandbox sandbox = StandInSandboxes.configure(
                            Sandbox.builder().provider(new E2bProvider(guard)), standIn)
                    .broker(broker)
                    .open()) {
                Grant grant = Grant.builder("https://api.example.com")
                        .minter(request -> MintedToken.of(Secret.of("t0ken")))
                        .build();
                assertThat(sandbox.runJavaScript(JavaScriptRequest.builder("console.log(await host.call('é'))")
                                .timeout(AMPLE)
                                .grant(grant)
                                .build()))
                        .exitedWith(0)
                        .hasStdout("echo é\n");
            }
            assertThat(standIn.alive()).isEmpty();
        }
    }
}
