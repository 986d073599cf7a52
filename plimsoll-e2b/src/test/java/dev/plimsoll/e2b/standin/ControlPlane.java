package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** E2B's REST interface, as far as a sandbox's life goes. */
final class ControlPlane {
    private static final Pattern ONE = Pattern.compile("(/v2)?/sandboxes/([A-Za-z0-9_-]+)(/[a-z]+)?");
    private static final int MOST_LISTED = 100;

    private final Fleet fleet;
    private final FaultInjector faults;
    private final Account account;

    ControlPlane(Fleet fleet, FaultInjector faults, Account account) {
        this.fleet = fleet;
        this.faults = faults;
        this.account = account;
    }

    void handle(Exchange exchange) throws IOException {
        if (exchange.header("X-API-Key").filter(account.apiKey()::equals).isEmpty()) {
            exchange.refuse(401, "Invalid API key, please visit the dashboard");
            return;
        }
        switch (exchange.route()) {
            case "POST /v2/sandboxes" -> {
                if (account.hasV2()) {
                    create(exchange, false);
                } else {
                    exchange.refuse(405, "method not allowed");
                }
            }
            case "POST /sandboxes" -> create(exchange, true);
            case "GET /v2/sandboxes" -> list(exchange);
            default -> one(exchange);
        }
    }

    private void one(Exchange exchange) throws IOException {
        Matcher matcher = ONE.matcher(exchange.path());
        if (!matcher.matches()) {
            exchange.refuse(404, "no such path");
            return;
        }
        String id = matcher.group(2);
        boolean v2 = matcher.group(1) != null;
        String call = exchange.method() + (v2 ? " v2" : "") + (matcher.group(3) == null ? "" : " " + matcher.group(3));
        switch (call) {
            case "GET" -> get(exchange, id);
            case "DELETE" -> kill(exchange, id);
            case "POST /timeout" -> setTimeout(exchange, id);
            case "POST /connect" -> connect(exchange, id, null);
            case "POST v2 /connect" -> {
                if (account.hasV2()) {
                    connect(exchange, id, Duration.ofMinutes(5));
                } else {
                    exchange.refuse(404, "no such path");
                }
            }
            default -> exchange.refuse(404, "no such path");
        }
    }

    private void create(Exchange exchange, boolean v1) throws IOException {
        Optional<JsonObject> body = exchange.json();
        if (faults.strike(Stage.CREATE, exchange, Optional.empty())) {
            return;
        }
        if (body.isEmpty()) {
            exchange.refuse(400, "the body is no JSON object");
            return;
        }
        CreateOrder order;
        try {
            order = CreateOrder.of(body.get(), v1);
        } catch (CreateOrder.Refused e) {
            exchange.refuse(400, e.getMessage());
            return;
        }
        Optional<MicroVm> created = fleet.create(order, account);
        if (created.isEmpty()) {
            exchange.refuse(
                    429, "you have reached the maximum number of concurrent E2B sandboxes (" + account.mostVms() + ")");
            return;
        }
        if (!faults.strike(Stage.CREATED, exchange, created)) {
            exchange.answer(201, summary(created.get()));
        }
    }

    private void get(Exchange exchange, String id) throws IOException {
        Optional<MicroVm> vm = fleet.find(id);
        if (faults.strike(Stage.GET, exchange, vm)) {
            return;
        }
        if (fleet.find(id).isEmpty()) {
            exchange.refuse(404, "sandbox \"" + id + "\" doesn't exist or you don't have access to it");
            return;
        }
        JsonObject detail = listed(vm.orElseThrow());
        detail.addProperty("envdAccessToken", vm.get().accessToken());
        vm.get().order().network().ifPresent(network -> detail.add("network", network));
        exchange.answer(200, detail);
    }

    private void kill(Exchange exchange, String id) throws IOException {
        Optional<MicroVm> vm = fleet.find(id);
        if (faults.strike(Stage.KILL, exchange, vm)) {
            return;
        }
        boolean killed = fleet.kill(id);
        if (faults.strike(Stage.KILLED, exchange, vm)) {
            return;
        }
        if (killed) {
            exchange.answer(204);
        } else {
            exchange.refuse(404, "sandbox \"" + id + "\" doesn't exist or you don't have access to it");
        }
    }

    private void setTimeout(Exchange exchange, String id) throws IOException {
        Optional<JsonObject> body = exchange.json();
        Optional<MicroVm> vm = fleet.find(id);
        if (faults.strike(Stage.TIMEOUT, exchange, vm)) {
            return;
        }
        if (fleet.find(id).isEmpty()) {
            exchange.refuse(404, "sandbox \"" + id + "\" not found");
        } else if (body.isEmpty() || !body.get().has("timeout")) {
            exchange.refuse(400, "timeout is required");
        } else {
            vm.orElseThrow().endIn(Duration.ofSeconds(body.get().get("timeout").getAsLong()));
            exchange.answer(204);
        }
    }

    /** Makes a sandbox live at least that long; no sandbox here is ever paused. */
    private void connect(Exchange exchange, String id, @Nullable Duration unset) throws IOException {
        JsonObject body = exchange.json().orElseGet(JsonObject::new);
        Optional<MicroVm> vm = fleet.find(id);
        if (vm.isEmpty()) {
            exchange.refuse(404, "sandbox \"" + id + "\" not found");
            return;
        }
        if (!body.has("timeout") && unset == null) {
            exchange.refuse(400, "timeout is required");
            return;
        }
        Duration life =
                body.has("timeout") ? Duration.ofSeconds(body.get("timeout").getAsLong()) : unset;
        vm.get().extendTo(life);
        exchange.answer(200, summary(vm.get()));
    }

    private void list(Exchange exchange) throws IOException {
        if (faults.strike(Stage.LIST, exchange, Optional.empty())) {
            return;
        }
        Map<String, String> wanted =
                exchange.query("metadata").map(ControlPlane::metadata).orElseGet(Map::of);
        Set<String> states =
                exchange.query("state").map(text -> Set.of(text.split(",", -1))).orElseGet(() -> Set.of("running"));
        int limit = exchange.query("limit").map(Integer::parseInt).orElse(MOST_LISTED);
        if (limit < 1 || limit > MOST_LISTED) {
            exchange.refuse(400, "limit must be between 1 and " + MOST_LISTED);
            return;
        }
        String after = exchange.query("nextToken").orElse("");
        List<MicroVm> all = fleet.all().stream()
                .filter(vm -> states.contains("running"))
                .filter(vm -> vm.order().metadata().entrySet().containsAll(wanted.entrySet()))
                .filter(vm -> place(vm).compareTo(after) > 0)
                .limit(limit + 1L)
                .toList();
        JsonArray page = new JsonArray();
        all.stream().limit(limit).forEach(vm -> page.add(listed(vm)));
        if (all.size() > limit) {
            exchange.setHeader("X-Next-Token", place(all.get(limit - 1)));
        }
        exchange.answer(200, page);
    }

    /** A query string within a query parameter, whose keys and values are escaped once more. */
    private static Map<String, String> metadata(String query) {
        Map<String, String> wanted = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            String[] sides = pair.split("=", 2);
            if (sides.length == 2) {
                wanted.put(unescape(unescape(sides[0])), unescape(unescape(sides[1])));
            }
        }
        return wanted;
    }

    private static String unescape(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String place(MicroVm vm) {
        return vm.startedAt().toEpochMilli() + "-" + vm.id();
    }

    private static JsonObject summary(MicroVm vm) {
        JsonObject json = new JsonObject();
        json.addProperty("sandboxID", vm.id());
        json.addProperty("templateID", vm.order().template());
        json.addProperty("clientID", "6532622b");
        json.addProperty("alias", vm.order().template());
        json.addProperty("envdVersion", MicroVm.ENVD_VERSION);
        json.addProperty("envdAccessToken", vm.accessToken());
        json.add("domain", JsonNull.INSTANCE);
        return json;
    }

    private static JsonObject listed(MicroVm vm) {
        JsonObject json = new JsonObject();
        json.addProperty("sandboxID", vm.id());
        json.addProperty("templateID", vm.order().template());
        json.addProperty("clientID", "6532622b");
        json.addProperty("alias", vm.order().template());
        json.addProperty("envdVersion", MicroVm.ENVD_VERSION);
        json.addProperty("startedAt", vm.startedAt().toString());
        json.addProperty("endAt", vm.endAt().toString());
        json.addProperty("state", "running");
        json.addProperty("cpuCount", 2);
        json.addProperty("memoryMB", 512);
        json.addProperty("diskSizeMB", 1024);
        JsonObject metadata = new JsonObject();
        vm.order().metadata().forEach(metadata::addProperty);
        json.add("metadata", metadata);
        return json;
    }
}
