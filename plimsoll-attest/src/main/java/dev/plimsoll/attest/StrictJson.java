package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.SourceText;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object into its leaves, each under its path. What is missing or of a wrong type is refused when it is asked
 * for; what is there beyond that, by {@link #requireOnly} or by comparing with the one encoding that the content has.
 */
final class StrictJson {
    private static final int MAX_DEPTH = 8;
    /** A project has at most 200 files, 200 artifacts and 64 steps, of at most 9 values each. */
    private static final int MAX_VALUES = 4096;

    /** No slash and no digit first: a name is never read as a path, nor as a place in an array. */
    private static final Pattern NAME = Pattern.compile("[_A-Za-z][_A-Za-z0-9]*");

    /** Stands for what has no leaves, so that {@link #requireOnly} sees it too. */
    private enum Nothing {
        OBJECT,
        ARRAY
    }

    private final String what;
    private final String root;
    private final Map<String, Object> values;

    private StrictJson(String what, String root, Map<String, Object> values) {
        this.what = what;
        this.root = root;
        this.values = values;
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
        StrictJson parsed = new StrictJson(what, "", new HashMap<>());
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
        boolean empty = true;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (!NAME.matcher(name).matches()) {
                throw new AttestationException(what + " has a field whose name none has");
            }
            parser.nextToken();
            value(parser, path + "/" + name);
            empty = false;
        }
        if (empty) {
            put(path, Nothing.OBJECT);
        }
    }

    private void array(JsonParser parser, String path) throws IOException {
        int length = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            value(parser, path + "/" + length++);
        }
        if (length == 0) {
            put(path, Nothing.ARRAY);
        }
    }

    private void value(JsonParser parser, String path) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            object(parser, path);
        } else if (token == JsonToken.START_ARRAY) {
            array(parser, path);
        } else if (token == JsonToken.VALUE_STRING) {
            put(path, parser.getText());
        } else if (token == JsonToken.VALUE_NUMBER_INT) {
            put(path, parser.getLongValue());
        } else if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
            put(path, token == JsonToken.VALUE_TRUE);
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

    /** Returns what lies under a path, under another name for errors. */
    StrictJson under(String path, String name) {
        return new StrictJson(name, root + path, values);
    }

    boolean has(String path) {
        return values.containsKey(root + path);
    }

    String text(String path) {
        return get(path, String.class);
    }

    /** Returns text that has a form in UTF-8; a lone surrogate has none. */
    String wellFormed(String path) {
        String text = text(path);
        if (!SourceText.isWellFormed(text)) {
            throw new AttestationException(what + ": " + path + " is not well-formed Unicode");
        }
        return text;
    }

    Bytes bytes(String path) {
        try {
            return Bytes.copyOf(Base64.getDecoder().decode(text(path)));
        } catch (IllegalArgumentException e) {
            throw new AttestationException(what + ": " + path + " is malformed base64", e);
        }
    }

    boolean flag(String path) {
        return get(path, Boolean.class);
    }

    int integer(String path) {
        long number = number(path);
        if (number != (int) number) {
            throw new AttestationException(what + ": " + path + " is out of range");
        }
        return (int) number;
    }

    long number(String path) {
        return get(path, Long.class);
    }

    private <T> T get(String path, Class<T> type) {
        @Nullable Object value = values.get(root + path);
        if (!type.isInstance(value)) {
            throw new AttestationException(what + ": " + path + " is missing or of a wrong type");
        }
        return type.cast(value);
    }
}
