package dev.plimsoll.examples.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;

/** Reads a model's arguments: the code and nothing else. A model may give anything here, so anything else is refused. */
final class CodeArguments {
    /** More than the largest code takes when each of its bytes is escaped. */
    private static final int MAX_JSON_CHARS = 8 << 20;

    private static final ObjectReader STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(new TypeReference<Map<String, Object>>() {});

    private CodeArguments() {}

    /** Says what is wrong with the arguments. The message is for the model, and holds nothing of what it gave. */
    static final class BadArgumentsException extends Exception {
        private static final long serialVersionUID = 1L;

        BadArgumentsException(String message) {
            super(message);
        }
    }

    static String code(String json) throws BadArgumentsException {
        if (json == null || json.length() > MAX_JSON_CHARS) {
            throw new BadArgumentsException("the arguments must be a JSON object of at most 8 MiB");
        }
        Map<String, Object> arguments;
        try {
            arguments = STRICT.readValue(json);
        } catch (JsonProcessingException e) {
            throw new BadArgumentsException("the arguments are not one JSON object without repeated members");
        }
        return code(arguments);
    }

    static String code(Map<String, ?> arguments) throws BadArgumentsException {
        if (arguments != null && arguments.get(CodeTool.ARGUMENT) instanceof String code && arguments.size() == 1) {
            return code;
        }
        throw new BadArgumentsException("the tool takes exactly one argument, \"" + CodeTool.ARGUMENT
                + "\", a string; how and behind which wall code runs is not the caller's to say");
    }
}
