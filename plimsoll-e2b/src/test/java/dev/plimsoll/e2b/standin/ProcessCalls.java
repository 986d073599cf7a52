package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/** envd's process service. */
final class ProcessCalls {
    private final Fleet fleet;
    private final FaultInjector faults;

    ProcessCalls(Fleet fleet, FaultInjector faults) {
        this.fleet = fleet;
        this.faults = faults;
    }

    void handle(Exchange exchange, MicroVm vm, String call) throws IOException {
        if (call.equals("Start") || call.equals("Connect")) {
            stream(exchange, vm, call);
            return;
        }
        Optional<JsonObject> request = exchange.json();
        Optional<Stage> stage = switch (call) {
            case "SendSignal" -> Optional.of(Stage.SIGNAL);
            case "SendInput", "CloseStdin" -> Optional.of(Stage.STDIN);
            default -> Optional.empty();
        };
        if (stage.isPresent() && faults.strike(stage.get(), exchange, Optional.of(vm))) {
            return;
        }
        if (fleet.find(vm.id()).isEmpty()) {
            Edge.refuse(exchange, vm.id(), "The sandbox was not found");
            return;
        }
        try {
            exchange.answer(200, answer(vm, call, request.orElseThrow(ProcessCalls::noJson)));
        } catch (RpcException e) {
            exchange.answer(e.httpStatus(), e.toJson());
        }
    }

    private static JsonObject answer(MicroVm vm, String call, JsonObject request) throws RpcException, IOException {
        JsonObject answer = new JsonObject();
        switch (call) {
            case "List" -> {
                JsonArray processes = new JsonArray();
                vm.processes().stream()
                        .filter(GuestProcess::isRunning)
                        .forEach(process -> processes.add(process.info()));
                answer.add("processes", processes);
            }
            case "SendInput" -> {
                JsonObject input = request.getAsJsonObject("input");
                if (input == null || !input.has("stdin")) {
                    throw new RpcException("unimplemented", "this stand-in has no terminals");
                }
                selected(vm, request)
                        .write(Base64.getDecoder().decode(input.get("stdin").getAsString()));
            }
            case "CloseStdin" -> selected(vm, request).closeInput();
            case "SendSignal" -> {
                String signal = request.has("signal") ? request.get("signal").getAsString() : "";
                GuestProcess process = selected(vm, request);
                switch (signal) {
                    case "SIGNAL_SIGKILL" -> process.signal("killed");
                    case "SIGNAL_SIGTERM" -> process.signal("terminated");
                    default -> throw new RpcException("unimplemented", "invalid signal: " + signal);
                }
            }
            default -> throw new RpcException("unimplemented", call + " is not implemented");
        }
        return answer;
    }

    private static GuestProcess selected(MicroVm vm, JsonObject request) throws RpcException {
        JsonObject selector = request.getAsJsonObject("process");
        Optional<GuestProcess> process = Optional.empty();
        if (selector != null && selector.has("pid")) {
            process = vm.process(selector.get("pid").getAsLong());
        } else if (selector != null && selector.has("tag")) {
            process = vm.process(selector.get("tag").getAsString());
        }
        return process.orElseThrow(() -> new RpcException("not_found", "process with this selector not found"));
    }

    private void stream(Exchange exchange, MicroVm vm, String call) throws IOException {
        Optional<JsonObject> request = onlyMessage(exchange.body());
        if (call.equals("Start") && faults.strike(Stage.START, exchange, Optional.of(vm))) {
            return;
        }
        if (fleet.find(vm.id()).isEmpty()) {
            Edge.refuse(exchange, vm.id(), "The sandbox was not found");
            return;
        }
        ProcessStream stream = new ProcessStream(exchange, vm, fleet, faults);
        try {
            if (call.equals("Start")) {
                stream.start(request.orElseThrow(ProcessCalls::noJson));
            } else {
                stream.join(selected(vm, request.orElseThrow(ProcessCalls::noJson)));
            }
        } catch (RpcException e) {
            new EventStream(exchange).end(e.toJson());
        }
    }

    /** A call that streams its answer has exactly one message in its request, in an envelope. */
    private static Optional<JsonObject> onlyMessage(byte[] body) {
        if (body.length < 5 || body[0] != 0 || ByteBuffer.wrap(body, 1, 4).getInt() != body.length - 5) {
            return Optional.empty();
        }
        return Exchange.parse(Arrays.copyOfRange(body, 5, body.length));
    }

    private static RpcException noJson() {
        return new RpcException("invalid_argument", "the request holds no JSON message");
    }
}
