package dev.plimsoll.e2b.standin;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Map;
import java.util.Set;

/** What a later version of the service might say: members and enum values that are in no specification yet. */
final class News {
    private static final Set<String> ENUMS = Set.of("state", "type");

    private News() {}

    static JsonElement addedTo(JsonElement json) {
        if (json.isJsonArray()) {
            JsonArray array = new JsonArray();
            json.getAsJsonArray().forEach(element -> array.add(addedTo(element)));
            return array;
        }
        if (!json.isJsonObject()) {
            return json;
        }
        JsonObject object = new JsonObject();
        for (Map.Entry<String, JsonElement> member : json.getAsJsonObject().entrySet()) {
            boolean isEnum = ENUMS.contains(member.getKey()) && member.getValue() instanceof JsonPrimitive;
            // Metadata is the caller's own map: news does not come from there.
            boolean isOwn = member.getKey().equals("metadata");
            object.add(
                    member.getKey(),
                    isEnum ? new JsonPrimitive("hibernating") : isOwn ? member.getValue() : addedTo(member.getValue()));
        }
        JsonObject quotum = new JsonObject();
        quotum.addProperty("unit", "qubit");
        quotum.addProperty("left", 12.5);
        object.add("quotaOfTomorrow", quotum);
        return object;
    }
}
