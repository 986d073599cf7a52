package dev.plimsoll.broker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real HTTP server on loopback that notes what it was asked, and sandboxes that may call it. */
final class TestApi implements AutoCloseable {
    static final String TOKEN = "s3cr3t-credential-0f7a";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer server;

    /** Each request as {@code METHOD target body}. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    final List<String> authorizations = new CopyOnWriteArrayList<>();

    /** Answers one request. */
    interface Handler {
        void handle(HttpExchange exchange) throws IOException;
    }

    private volatile Handler handler = exchange -> answer(exchange, 200, "application/json", "{\"ok\":true}");

    TestApi() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add((exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body).trim());
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            try (exchange) {
                handler.handle(exchange);
            }
        });
        server.start();
    }

    TestApi answering(Handler newHandler) {
        handler = newHandler;
        return this;
    }

    /** Answers nothing until it is closed; counts down when the first request has come. */
    CountDownLatch hanging() {
        CountDownLatch arrived = new CountDownLatch(1);
        handler = exchange -> {
            arrived.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        return arrived;
    }

    static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    Grant.Builder grant() {
        return grantFor(url());
    }

    static Grant.Builder grantFor(String url) {
        return Grant.builder(url).minter(request -> MintedToken.of(Secret.of(TOKEN)));
    }

    /** Runs code on the wasm provider. */
    static JavaScriptResult run(Grant grant, String code) {
        return run(grant, code, Duration.ofSeconds(60));
    }

    static JavaScriptResult run(Grant grant, String code, Duration timeout) {
        try (Sandbox sandbox =
                Sandbox.builder().provider("wasm").option("warmUp", "false").open()) {
            return sandbox.runJavaScript(JavaScriptRequest.builder(code)
                    .grant(grant)
                    .timeout(timeout)
                    .build());
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
