package dev.plimsoll.e2b.internal.generated;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.NullMarked;

/** Turns the generated models into JSON and back. Its name and its method are what the models call. */
@NullMarked
public final class JSON {
    private static final Gson GSON = new GsonBuilder()
            .registerTypeAdapter(OffsetDateTime.class, new Time().nullSafe())
            .registerTypeAdapterFactory(new NewSandbox.CustomTypeAdapterFactory())
            .registerTypeAdapterFactory(new Network.CustomTypeAdapterFactory())
            .registerTypeAdapterFactory(new NetworkRule.CustomTypeAdapterFactory())
            .registerTypeAdapterFactory(new NetworkTransform.CustomTypeAdapterFactory())
            .registerTypeAdapterFactory(new StartedSandbox.CustomTypeAdapterFactory())
            .registerTypeAdapterFactory(new ListedSandbox.CustomTypeAdapterFactory())
            .registerTypeAdapterFactory(new SandboxTimeout.CustomTypeAdapterFactory())
            .create();

    private JSON() {}

    /** Returns what knows the models. Thread-safe. */
    public static Gson getGson() {
        return GSON;
    }

    private static final class Time extends TypeAdapter<OffsetDateTime> {
        @Override
        public void write(JsonWriter out, OffsetDateTime time) throws IOException {
            out.value(time.toString());
        }

        @Override
        public OffsetDateTime read(JsonReader in) throws IOException {
            try {
                return OffsetDateTime.parse(in.nextString());
            } catch (DateTimeParseException e) {
                throw new JsonParseException("not a time", e);
            }
        }
    }
}
