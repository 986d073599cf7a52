package dev.plimsoll.docker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.plimsoll.run.Bytes;
import java.io.IOException;

/** The JSON of the protocol: one object, no duplicate names, nothing after it; names that are not known are ignored. */
final class RunnerJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private RunnerJson() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static JsonNode read(Frame frame) throws BrokenProtocolException {
        try {
            JsonNode node = MAPPER.readTree(frame.buffer(), 0, frame.length());
            if (node != null && node.isObject()) {
                return node;
            }
        } catch (IOException e) {
            throw new BrokenProtocolException("a frame holds no JSON that can be read");
        }
        throw new BrokenProtocolException("a frame holds something else than a JSON object");
    }

    /** Takes a whole number out of an object. */
    static int member(JsonNode node, String name, int least, int most) throws BrokenProtocolException {
        return number(node.path(name), name, least, most);
    }

    static int number(JsonNode value, String name, long least, long most) throws BrokenProtocolException {
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < least
                || value.intValue() > most) {
            throw new BrokenProtocolException("a frame has no valid " + name);
        }
        return value.intValue();
    }

    static String text(JsonNode node, String name, int maxLength) throws BrokenProtocolException {
        JsonNode value = node.path(name);
        if (!value.isTextual() || value.textValue().length() > maxLength) {
            throw new BrokenProtocolException("a frame has no valid " + name);
        }
        return value.textValue();
    }

    static Bytes write(JsonNode node) {
        try {
            return Bytes.copyOf(MAPPER.writeValueAsBytes(node));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values could not be written", e);
        }
    }
}
