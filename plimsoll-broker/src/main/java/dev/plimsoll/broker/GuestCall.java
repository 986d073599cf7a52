package dev.plimsoll.broker;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.plimsoll.grant.HttpMethod;
import dev.plimsoll.run.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a guest asks for: a method, a path, and maybe JSON text.
 *
 * @param body the text; null if there is none
 */
record GuestCall(HttpMethod method, String path, @Nullable Bytes body) {
    /** The longest body. */
    static final int MAX_BODY_BYTES = 1 << 20;

    /** The body is text within text: at worst each of its characters is escaped. */
    static final int MAX_ENVELOPE_BYTES = 2 * MAX_BODY_BYTES + 16 * 1024;

    private static final Set<HttpMethod> WITHOUT_BODY = EnumSet.of(HttpMethod.GET);

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(200)
                    .maxStringLength(MAX_ENVELOPE_BYTES)
                    .maxNumberLength(1_000)
                    .maxDocumentLength(MAX_ENVELOPE_BYTES)
                    .build())
            .build();

    /** What an envelope is refused for; the reason is for the guest. */
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final String reason;

        MalformedException(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    /**
     * Reads an envelope: a JSON object of {@code method}, {@code path} and perhaps {@code body}, all of them strings, and
     * nothing else.
     */
    static GuestCall read(Bytes envelope) throws MalformedException {
        if (envelope.length() > MAX_ENVELOPE_BYTES) {
            throw new MalformedException("the call is longer than " + MAX_ENVELOPE_BYTES + " bytes");
        }
        String method = null;
        String path = null;
        String body = null;
        try (JsonParser parser = JSON.createParser(decoded(envelope))) {
            expect(parser, JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                expect(parser, JsonToken.VALUE_STRING);
                switch (name) {
                    case "method" -> method = parser.getText();
                    case "path" -> path = parser.getText();
                    case "body" -> body = parser.getText();
                    default -> throw new MalformedException("the call has a member that is none of method, path, body");
                }
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw new MalformedException("the call is not one JSON object");
            }
        } catch (IOException e) {
            throw new MalformedException("the call is not one JSON object");
        }
        if (method == null || path == null) {
            throw new MalformedException("the call has no method or no path");
        }
        HttpMethod known = method(method);
        return new GuestCall(known, path, body == null ? null : body(known, body));
    }

    private static String decoded(Bytes envelope) throws MalformedException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(envelope.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedException("the call is not UTF-8");
        }
    }

    private static void expect(JsonParser parser, JsonToken token) throws IOException, MalformedException {
        if (parser.nextToken() != token) {
            throw new MalformedException("the call is not an object of strings");
        }
    }

    private static HttpMethod method(String name) throws MalformedException {
        for (HttpMethod method : HttpMethod.values()) {
            if (method.name().equals(name)) {
                return method;
            }
        }
        throw new MalformedException("the method is none of GET, PUT, POST, DELETE, PATCH");
    }

    private static Bytes body(HttpMethod method, String text) throws MalformedException {
        if (WITHOUT_BODY.contains(method)) {
            throw new MalformedException("a " + method + " has no body");
        }
        Bytes body = Bytes.utf8(text);
        if (body.length() > MAX_BODY_BYTES) {
            throw new MalformedException("the body is longer than " + MAX_BODY_BYTES + " bytes");
        }
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new MalformedException("the body is not JSON");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new MalformedException("the body is more than one JSON value");
            }
        } catch (IOException e) {
            throw new MalformedException("the body is not JSON");
        }
        return body;
    }

    /** Shows sizes only: the rest is a guest's. */
    @Override
    public String toString() {
        return "GuestCall[" + method + ", " + path.length() + " characters, " + (body == null ? 0 : body.length())
                + " bytes]";
    }
}
