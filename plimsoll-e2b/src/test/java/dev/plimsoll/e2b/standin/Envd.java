package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Optional;

/** The daemon within each microVM: its door, and the way to its services. */
final class Envd {
    private static final String PROCESS = "/process.Process/";
    private static final String FILESYSTEM = "/filesystem.Filesystem/";

    private final Fleet fleet;
    private final FaultInjector faults;
    private final FileEndpoint files;
    private final FileCalls fileCalls = new FileCalls();
    private final ProcessCalls processCalls;

    Envd(Fleet fleet, FaultInjector faults) {
        this.fleet = fleet;
        this.faults = faults;
        this.files = new FileEndpoint(faults, fleet);
        this.processCalls = new ProcessCalls(fleet, faults);
    }

    void handle(Exchange exchange, MicroVm vm) throws IOException {
        if (exchange.route().equals("GET /health")) {
            if (!faults.strike(Stage.HEALTH, exchange, Optional.of(vm)) && isThere(exchange, vm)) {
                exchange.answer(204);
            }
            return;
        }
        if (!exchange.header("X-Access-Token").orElse("").equals(vm.accessToken())
                && !SignedUrl.admits(exchange, vm.accessToken())) {
            exchange.refuse(
                    401, "unauthorized access, please provide a valid access token or method signing if supported");
            return;
        }
        if (exchange.path().equals("/files")) {
            files.handle(exchange, vm);
        } else if (exchange.method().equals("POST") && exchange.path().startsWith(PROCESS)) {
            processCalls.handle(exchange, vm, exchange.path().substring(PROCESS.length()));
        } else if (exchange.method().equals("POST") && exchange.path().startsWith(FILESYSTEM)) {
            fileCall(exchange, vm, exchange.path().substring(FILESYSTEM.length()));
        } else {
            exchange.answer(404, Exchange.utf8("404 page not found\n"));
        }
    }

    private void fileCall(Exchange exchange, MicroVm vm, String call) throws IOException {
        Optional<JsonObject> request = exchange.json();
        if (faults.strike(Stage.FILE_CALL, exchange, Optional.of(vm)) || !isThere(exchange, vm)) {
            return;
        }
        try {
            exchange.answer(
                    200,
                    fileCalls.answer(
                            vm.paths(),
                            call,
                            request.orElseThrow(() -> new RpcException("invalid_argument", "the body is no JSON"))));
        } catch (RpcException e) {
            exchange.answer(e.httpStatus(), e.toJson());
        }
    }

    /** Answers as the edge does when the microVM has gone since the request came in. */
    private boolean isThere(Exchange exchange, MicroVm vm) throws IOException {
        if (fleet.find(vm.id()).isPresent()) {
            return true;
        }
        Edge.refuse(exchange, vm.id(), "The sandbox was not found");
        return false;
    }
}
