package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one small JSON object whose fields are all known; anything else in it is refused. */
final class StrictJson {
    private static final int MAX_DEPTH = 8;
    private static final int MAX_VALUES = 64;

    private final String what;
    private final Map<String, Object> values = new HashMap<>();

    private StrictJson(String what) {
        this.what = what;
    }

    static JsonFactory factory(int maxBytes) {
        return JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxDocumentLength(maxBytes)
                        .maxStringLength(maxBytes)
                        .maxNestingDepth(MAX_DEPTH)
                        .maxNameLength(64)
                        .maxNumberLength(20)
                        .build())
                .build();
    }

    static StrictJson parse(String what, byte[] json, int maxBytes) {
        if (json.length > maxBytes) {
            throw new AttestationException(what + " is longer than " + maxBytes + " bytes");
        }
        StrictJson parsed = new StrictJson(what);
        try (JsonParser parser = factory(maxBytes).createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new AttestationException(what + " is not a JSON object");
            }
            parsed.object(parser, "");
            if (parser.nextToken() != null) {
                throw new AttestationException(what + " is followed by something else");
            }
        } catch (IOException e) {
            throw new AttestationException(what + " is not well-formed JSON within bounds", e);
        }
        return parsed;
    }

    private void object(JsonParser parser, String path) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = path + "/" + parser.currentName();
            parser.nextToken();
            value(parser, name);
        }
    }

    private void value(JsonParser parser, String path) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            object(parser, path);
        } else if (token == JsonToken.START_ARRAY) {
            for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                value(parser, path + "/" + i);
            }
        } else if (token == JsonToken.VALUE_STRING) {
            put(path, parser.getText());
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
            put(path, parser.getLongValue());
        } else {
            throw new AttestationException(what + " has a value of a wrong type");
        }
    }

    private void put(String path, Object value) {
        values.put(path, value);
        if (values.size() > MAX_VALUES) {
            throw new AttestationException(what + " has more than " + MAX_VALUES + " values");
        }
    }

    void requireOnly(Set<String> paths) {
        if (!values.keySet().equals(paths)) {
            throw new AttestationException(what + " has missing or unknown fields");
        }
    }

    String text(String path) {
        return get(path, String.class);
    }

    long number(String path) {
        return get(path, Long.class);
    }

    private <T> T get(String path, Class<T> type) {
        @Nullable Object value = values.get(path);
        if (!type.isInstance(value)) {
            throw new AttestationException(what + ": " + path + " is missing or of a wrong type");
        }
        return type.cast(value);
    }
}
