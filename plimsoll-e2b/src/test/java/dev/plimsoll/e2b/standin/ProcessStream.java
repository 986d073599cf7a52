package dev.plimsoll.e2b.standin;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What a process says, as the stream of one call. */
final class ProcessStream {
    private static final long DEFAULT_KEEPALIVE_SECONDS = 90;

    private final Exchange exchange;
    private final MicroVm vm;
    private final Fleet fleet;
    private final FaultInjector faults;

    ProcessStream(Exchange exchange, MicroVm vm, Fleet fleet, FaultInjector faults) {
        this.exchange = exchange;
        this.vm = vm;
        this.fleet = fleet;
        this.faults = faults;
    }

    /** Starts a process. It lives on when the connection does not. */
    void start(JsonObject request) throws IOException, RpcException {
        JsonObject config = request.getAsJsonObject("process");
        if (config == null) {
            throw new RpcException("invalid_argument", "no process in the request");
        }
        if (request.has("pty")) {
            throw new RpcException("unimplemented", "this stand-in has no terminals");
        }
        boolean stdin = !request.has("stdin") || request.get("stdin").getAsBoolean();
        Optional<String> tag =
                request.has("tag") ? Optional.of(request.get("tag").getAsString()) : Optional.empty();
        GuestProcess process = vm.start(config, tag, stdin);
        Listener listener = process.listen();
        process.watch();
        exchange.header("Connect-Timeout-Ms").ifPresent(text -> fleet.expireLater(process, Long.parseLong(text)));
        try {
            if (!faults.strike(Stage.STARTED, exchange, Optional.of(vm))) {
                tell(process, listener);
            }
        } finally {
            process.ignore(listener);
        }
    }

    /** Listens to a process that somebody else has started. */
    void join(GuestProcess process) throws IOException {
        Listener listener = process.listen();
        try {
            tell(process, listener);
        } finally {
            process.ignore(listener);
        }
    }

    private void tell(GuestProcess process, Listener listener) throws IOException {
        EventStream stream = new EventStream(exchange);
        stream.message(event("start", pid(process)));
        if (faults.strike(Stage.STREAM, exchange, stream, vm)) {
            return;
        }
        Duration quiet = Duration.ofSeconds(
                exchange.header("Keepalive-Ping-Interval").map(Long::parseLong).orElse(DEFAULT_KEEPALIVE_SECONDS));
        boolean more = true;
        while (more) {
            Optional<Event> next = next(listener, quiet);
            if (next.isPresent()) {
                more = tell(stream, next.get());
            } else {
                stream.message(event("keepalive", new JsonObject()));
            }
        }
    }

    /** Passes an event on; false after the last one. */
    private boolean tell(EventStream stream, Event event) throws IOException {
        if (event instanceof Event.Output output) {
            JsonObject data = new JsonObject();
            data.addProperty(output.stream(), output.base64());
            stream.message(event("data", data));
            return true;
        }
        if (event instanceof Event.Ended ended) {
            if (!faults.strike(Stage.END, exchange, stream, vm)) {
                stream.message(event("end", ended.how()));
                stream.end();
            }
            return false;
        }
        if (event instanceof Event.Expired) {
            stream.end(new RpcException("deadline_exceeded", "context deadline exceeded").toJson());
            return false;
        }
        throw new ConnectionDroppedException("the microVM is gone");
    }

    private static Optional<Event> next(Listener listener, Duration quiet) throws IOException {
        try {
            return listener.next(quiet);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectionDroppedException("interrupted");
        }
    }

    private static JsonObject pid(GuestProcess process) {
        JsonObject start = new JsonObject();
        start.addProperty("pid", process.pid());
        return start;
    }

    private static JsonObject event(String kind, JsonObject what) {
        JsonObject event = new JsonObject();
        event.add(kind, what);
        JsonObject message = new JsonObject();
        message.add("event", event);
        return message;
    }
}
