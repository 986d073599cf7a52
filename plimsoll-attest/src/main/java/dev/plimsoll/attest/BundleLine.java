package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One line of a bundle: its content, and the signed statement of where the line stands.
 *
 * @param content a run, the close of a session, or the close of the bundle
 * @param place the envelope around the statement of the line's place
 */
record BundleLine(Content content, Envelope place) {
    private static final String BEFORE_PLACE = ",\"place\":";

    /** What a line says. */
    sealed interface Content {
        /** Writes the fields of the line that come before its place. */
        void write(JsonGenerator json) throws IOException;
    }

    /** A run and its signed record. */
    record Run(Exchange exchange, Envelope envelope) implements Content {
        @Override
        public void write(JsonGenerator json) throws IOException {
            json.writeFieldName("exchange");
            exchange.write(json);
            json.writeFieldName("envelope");
            envelope.write(json);
        }
    }

    /** The signed close of a session. */
    record SessionClose(Envelope envelope) implements Content {
        @Override
        public void write(JsonGenerator json) throws IOException {
            json.writeFieldName("session_close");
            envelope.write(json);
        }
    }

    /** The end of the bundle. */
    record BundleClose(long runs, long sessions) implements Content {
        @Override
        public void write(JsonGenerator json) throws IOException {
            json.writeObjectFieldStart("bundle_close");
            json.writeNumberField("runs", runs);
            json.writeNumberField("sessions", sessions);
            json.writeEndObject();
        }
    }

    /** Returns the encoding of a content by itself: the line without its place. */
    static byte[] encode(Content content) {
        return CanonicalJson.write(json -> {
            json.writeStartObject();
            content.write(json);
            json.writeEndObject();
        });
    }

    /** Returns the line with its end, put together from an encoded content and its place. */
    static byte[] join(byte[] content, Envelope place) {
        byte[] tail = (BEFORE_PLACE + place.toJson() + "}\n").getBytes(StandardCharsets.US_ASCII);
        byte[] line = Arrays.copyOf(content, content.length - 1 + tail.length);
        System.arraycopy(tail, 0, line, content.length - 1, tail.length);
        return line;
    }

    /** Returns the SHA-256 of a line's content, which the statement of its place is about. */
    String contentSha256(byte[] line) {
        int tail = BEFORE_PLACE.length() + place.toJson().length() + 1;
        return Sha256.hexOfObject(line, line.length - tail);
    }

    /**
     * Reads a line, which has to be in the one encoding that its content has. No signature is verified.
     *
     * @throws AttestationException if it is anything else
     */
    static BundleLine parse(byte[] line) {
        StrictJson json = StrictJson.parse("the line", line, line.length);
        Content content;
        if (json.has("/exchange/request/kind")) {
            content = new Run(
                    Exchange.read(json.under("/exchange", "the exchange")),
                    Envelope.read(json.under("/envelope", "the record's envelope")));
        } else if (json.has("/session_close/payload")) {
            content = new SessionClose(Envelope.read(json.under("/session_close", "the session close's envelope")));
        } else if (json.has("/bundle_close/runs")) {
            content = new BundleClose(json.number("/bundle_close/runs"), json.number("/bundle_close/sessions"));
        } else {
            throw new AttestationException("the line is neither a run nor the close of a session or of the bundle");
        }
        BundleLine parsed = new BundleLine(content, Envelope.read(json.under("/place", "the place's envelope")));
        if (!CanonicalJson.matches(parsed::write, line, 0, line.length)) {
            throw new AttestationException(
                    "the line has unknown or reordered fields, or another encoding than its own");
        }
        return parsed;
    }

    private void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        content.write(json);
        json.writeFieldName("place");
        place.write(json);
        json.writeEndObject();
    }
}
