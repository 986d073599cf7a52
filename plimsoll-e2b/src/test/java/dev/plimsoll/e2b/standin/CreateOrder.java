package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a create request asks for, after the checks that E2B makes.
 *
 * @param template what to start from
 * @param life how long until its end
 * @param metadata what the owner wrote on it
 * @param environment what its processes find in their environment
 * @param body everything, as it came
 */
public record CreateOrder(
        String template,
        Duration life,
        Map<String, String> metadata,
        Map<String, String> environment,
        JsonObject body) {
    private static final Duration LONGEST_LIFE = Duration.ofHours(1);
    private static final String EVERYWHERE = "0.0.0.0/0";
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+(/[0-9]{1,2})?");

    /** Thrown when E2B would answer 400. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    static CreateOrder of(JsonObject body, boolean v1) throws Refused {
        if (!(body.get("templateID") instanceof JsonPrimitive template)) {
            throw new Refused("templateID is required");
        }
        long seconds = body.has("timeout") ? body.get("timeout").getAsLong() : v1 ? 15 : 300;
        if (seconds <= 0 || seconds > LONGEST_LIFE.toSeconds()) {
            throw new Refused("Timeout must be between 1 s and " + LONGEST_LIFE.toHours() + " h");
        }
        if (body.get("network") instanceof JsonObject network) {
            boolean secure = !v1 || (body.has("secure") && body.get("secure").getAsBoolean());
            checkNetwork(network, secure, denied(body));
        }
        return new CreateOrder(
                template.getAsString(),
                Duration.ofSeconds(seconds),
                texts(body, "metadata"),
                texts(body, "envVars"),
                body);
    }

    /** Whether nothing leaves the microVM but what {@code network.allowOut} lists. */
    public boolean deniesEgress() {
        return denied(body);
    }

    /** The rules for traffic out of the microVM. */
    public Optional<JsonObject> network() {
        return body.get("network") instanceof JsonObject network ? Optional.of(network) : Optional.empty();
    }

    private static boolean denied(JsonObject body) {
        boolean byFlag = body.has("allow_internet_access")
                && !body.get("allow_internet_access").getAsBoolean();
        return byFlag
                || (body.get("network") instanceof JsonObject network
                        && list(network, "denyOut").contains(new JsonPrimitive(EVERYWHERE)));
    }

    private static void checkNetwork(JsonObject network, boolean secure, boolean denied) throws Refused {
        if (!secure
                && network.has("allowPublicTraffic")
                && !network.get("allowPublicTraffic").getAsBoolean()) {
            throw new Refused("allowPublicTraffic: false needs a secure sandbox");
        }
        for (JsonElement to : list(network, "denyOut")) {
            if (!ADDRESS.matcher(to.getAsString()).matches()) {
                throw new Refused("denyOut takes addresses only, not " + to.getAsString());
            }
        }
        for (JsonElement to : list(network, "allowOut")) {
            if (!ADDRESS.matcher(to.getAsString()).matches() && !denied) {
                throw new Refused("domains in allowOut need " + EVERYWHERE + " in denyOut");
            }
        }
    }

    private static JsonArray list(JsonObject object, String member) {
        return object.get(member) instanceof JsonArray array ? array : new JsonArray();
    }

    private static Map<String, String> texts(JsonObject body, String member) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (body.get(member) instanceof JsonObject object) {
            object.entrySet()
                    .forEach(entry -> texts.put(entry.getKey(), entry.getValue().getAsString()));
        }
        return texts;
    }
}
