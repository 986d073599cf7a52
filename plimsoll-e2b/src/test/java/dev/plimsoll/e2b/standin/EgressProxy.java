package dev.plimsoll.e2b.standin;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/**
 * What E2B puts between a microVM and the hosts that it may speak to: it opens HTTPS with certificates of its own, which
 * the template trusts, and sets the headers that the rules of the sandbox name.
 */
final class EgressProxy implements AutoCloseable {
    private static final Set<String> OF_ONE_HOP = Set.of(
            "connection", "host", "content-length", "transfer-encoding", "keep-alive", "upgrade", "te", "trailer");

    private final JsonObject rules;
    private final Map<String, URI> upstreams;
    private final OkHttpClient http;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "standin-egress"));
    private final HttpsServer server;
    private final String authority;

    private EgressProxy(JsonObject rules, Map<String, URI> upstreams, HttpsServer server, String authority) {
        this.rules = rules;
        this.upstreams = upstreams;
        this.server = server;
        this.authority = authority;
        this.http = new OkHttpClient.Builder()
                .readTimeout(Duration.ofMinutes(2))
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .build();
    }

    /**
     * Starts one for a microVM.
     *
     * @param hosts the names it answers to
     * @param rules the rules of the sandbox's network, by host
     * @param upstreams where the hosts really are
     */
    static EgressProxy start(Set<String> hosts, JsonObject rules, Map<String, URI> upstreams) throws IOException {
        HeldCertificate root = new HeldCertificate.Builder()
                .commonName("a stand-in for E2B")
                .certificateAuthority(0)
                .build();
        HeldCertificate.Builder leaf = new HeldCertificate.Builder().signedBy(root);
        hosts.forEach(leaf::addSubjectAlternativeName);
        HandshakeCertificates certificates = new HandshakeCertificates.Builder()
                .heldCertificate(leaf.build(), root.certificate())
                .build();
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(certificates.sslContext()));
        EgressProxy proxy = new EgressProxy(rules, upstreams, server, root.certificatePem());
        server.setExecutor(proxy.threads);
        server.createContext("/", proxy::pass);
        server.start();
        return proxy;
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** The certificate to trust. */
    String authority() {
        return authority;
    }

    private void pass(HttpExchange exchange) throws IOException {
        String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .orElse("")
                .replaceFirst(":443$", "");
        URI upstream = upstreams.get(host);
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (upstream == null) {
            exchange.sendResponseHeaders(502, -1);
            exchange.close();
            return;
        }
        Request request = request(exchange, host, upstream, body);
        try (Response response = http.newCall(request).execute()) {
            byte[] answer = response.body().bytes();
            response.headers().forEach(header -> {
                if (!OF_ONE_HOP.contains(header.getFirst().toLowerCase(Locale.ROOT))) {
                    exchange.getResponseHeaders().add(header.getFirst(), header.getSecond());
                }
            });
            exchange.sendResponseHeaders(response.code(), answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
        } finally {
            exchange.close();
        }
    }

    private Request request(HttpExchange exchange, String host, URI upstream, byte[] body) {
        String method = exchange.getRequestMethod();
        boolean hasBody = method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
        Request.Builder request = new Request.Builder()
                .url(upstream.resolve(exchange.getRequestURI().toString()).toString())
                .method(method, hasBody ? RequestBody.create(body) : null);
        for (Map.Entry<String, List<String>> header :
                exchange.getRequestHeaders().entrySet()) {
            if (!OF_ONE_HOP.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                header.getValue().forEach(value -> request.addHeader(header.getKey(), value));
            }
        }
        request.header("Host", host);
        if (rules.has(host)) {
            for (JsonElement rule : rules.getAsJsonArray(host)) {
                JsonObject headers =
                        rule.getAsJsonObject().getAsJsonObject("transform").getAsJsonObject("headers");
                // Set, not added: what the guest wrote there is gone.
                headers.entrySet()
                        .forEach(header -> request.header(
                                header.getKey(), header.getValue().getAsString()));
            }
        }
        return request.build();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }
}
