package dev.plimsoll.examples.floor;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** An API outside of the sandbox that notes each call, and the grant to call it. */
final class Witness implements AutoCloseable {
    private final HttpServer server;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger credentials = new AtomicInteger();

    Witness() throws IOException {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                calls.incrementAndGet();
                exchange.sendResponseHeaders(204, -1);
            }
        });
        server.start();
    }

    Grant grant() {
        return Grant.builder("http://127.0.0.1:" + server.getAddress().getPort())
                .name("witness")
                .minter(request -> {
                    credentials.incrementAndGet();
                    return MintedToken.of(Secret.of("example-credential"));
                })
                .allow(Route.get("/ran"))
                .build();
    }

    /** How often guest code got through to the outside. */
    int calls() {
        return calls.get();
    }

    /** How often a credential was made for a run. */
    int credentials() {
        return credentials.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
