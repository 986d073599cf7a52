package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Optional;

/** The door to all microVMs: it finds the one that a request names, and answers itself when there is none. */
final class Edge {
    private static final String ENVD_PORT = "49983";

    private final Fleet fleet;
    private final Envd envd;

    Edge(Fleet fleet, Envd envd) {
        this.fleet = fleet;
        this.envd = envd;
    }

    void handle(Exchange exchange) throws IOException {
        String id = exchange.header("E2b-Sandbox-Id").orElse("");
        Optional<MicroVm> vm = fleet.find(id);
        if (vm.isEmpty()) {
            refuse(exchange, id, "The sandbox was not found");
        } else if (!exchange.header("E2b-Sandbox-Port").orElse("").equals(ENVD_PORT)) {
            refuse(exchange, id, "The sandbox is running but port is not open");
        } else {
            envd.handle(exchange, vm.get());
        }
    }

    static void refuse(Exchange exchange, String id, String message) throws IOException {
        JsonObject error = new JsonObject();
        error.addProperty("sandboxId", id);
        error.addProperty("message", message);
        error.addProperty("code", 502);
        exchange.answer(502, error);
    }
}
