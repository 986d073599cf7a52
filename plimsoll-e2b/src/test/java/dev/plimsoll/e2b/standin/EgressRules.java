package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Builds for each microVM the way out that was ordered. Where this machine cannot close it, it is open. */
final class EgressRules {
    private final Map<String, URI> upstreams = new ConcurrentHashMap<>();

    /** Says where a host really is. */
    void route(String host, URI upstream) {
        upstreams.put(host, upstream);
    }

    Egress build(CreateOrder order, Path root) throws IOException {
        Optional<NetworkNamespace> namespace = NetworkNamespace.here();
        if (namespace.isEmpty() || !order.deniesEgress()) {
            return Egress.open();
        }
        JsonObject network = order.network().orElseGet(JsonObject::new);
        Set<String> hosts = new LinkedHashSet<>();
        if (network.get("allowOut") instanceof JsonArray allowed) {
            allowed.forEach(host -> hosts.add(host.getAsString()));
        }
        // An address of this machine is what no namespace lets through: whoever allows one has a network of his own.
        if (hosts.contains("127.0.0.1")) {
            return Egress.open();
        }
        if (hosts.isEmpty()) {
            return namespace.get().closed();
        }
        JsonObject rules = network.get("rules") instanceof JsonObject object ? object : new JsonObject();
        return EgressGate.open(namespace.get(), root, hosts, EgressProxy.start(hosts, rules, upstreams));
    }
}
