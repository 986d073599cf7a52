package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.plimsoll.run.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes JSON in one way only: no white space, fields in the writer's order, UTF-8, ASCII where JSON allows a choice, standard
 * base64. What is read is written again and compared, so that no byte of it can be another one.
 */
final class CanonicalJson {
    private static final JsonFactory FACTORY =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** Writes one JSON value. */
    interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    private CanonicalJson() {}

    static byte[] write(Content content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writeTo(out, content);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        return out.toByteArray();
    }

    static String text(Content content) {
        return new String(write(content), StandardCharsets.UTF_8);
    }

    static void writeTo(OutputStream out, Content content) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            content.write(json);
        }
    }

    /** Tells whether the content's one encoding is this part of an array, without making that encoding first. */
    static boolean matches(Content content, byte[] expected, int from, int length) {
        try (ComparingStream comparing = new ComparingStream(expected, from, length)) {
            writeTo(comparing, content);
            return comparing.matches();
        } catch (IOException e) {
            throw new IllegalStateException("comparing in memory failed", e);
        }
    }

    static void bytes(JsonGenerator json, String name, Bytes content) throws IOException {
        json.writeStringField(name, Base64.getEncoder().encodeToString(content.toByteArray()));
    }

    /** Compares what is written with what is expected. */
    private static final class ComparingStream extends OutputStream {
        private final byte[] expected;
        private final int end;
        private int at;
        private boolean differs;

        ComparingStream(byte[] expected, int from, int length) {
            this.expected = expected;
            this.at = from;
            this.end = from + length;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] written, int offset, int length) {
            differs = differs
                    || length > end - at
                    || !Arrays.equals(expected, at, at + length, written, offset, offset + length);
            at += differs ? 0 : length;
        }

        boolean matches() {
            return !differs && at == end;
        }
    }
}
