package dev.plimsoll.examples.grant;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

/** An API on loopback that wants a credential, for employees and for what they earn. */
final class StaffApi implements AutoCloseable {
    private final String credential;
    private final HttpServer server;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicReference<Runnable> onNextRequest = new AtomicReference<>();

    StaffApi(String credential) throws IOException {
        this.credential = credential;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Does something once, while the next caller waits. */
    void onNextRequest(Runnable action) {
        onNextRequest.set(action);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            Runnable action = onNextRequest.getAndSet(null);
            if (action != null) {
                action.run();
            }
            if (!("Bearer " + credential).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            boolean salary = exchange.getRequestURI().getPath().startsWith("/v1/salaries/");
            String json = salary ? "{\"id\":7,\"salary\":4711}" : "{\"id\":7,\"name\":\"Ada\"}";
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
