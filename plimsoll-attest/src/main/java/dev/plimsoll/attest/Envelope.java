package dev.plimsoll.attest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.run.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;

/**
 * A DSSE envelope (Dead Simple Signing Envelope, version 1) around an in-toto statement, with one signature.
 *
 * @param payload the statement's JSON
 * @param keyId the id of the key that signed it; a hint, never trusted by itself
 * @param signature the Ed25519 signature over {@link #preAuthentication()}
 * @since 0.1
 */
public record Envelope(Bytes payload, String keyId, Bytes signature) {
    /** The payload type of an in-toto statement. */
    public static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";

    /** The most an envelope's JSON may have, in bytes. */
    public static final int MAX_BYTES = 64 << 10;

    private static final Set<String> FIELDS =
            Set.of("/payloadType", "/payload", "/signatures/0/keyid", "/signatures/0/sig");

    /** Checks that nothing is missing. */
    public Envelope {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(keyId, "keyId");
        Objects.requireNonNull(signature, "signature");
    }

    static Envelope sign(Bytes payload, SigningKey key) {
        return new Envelope(payload, key.verifyKey().keyId(), Bytes.copyOf(key.sign(preAuthentication(payload))));
    }

    /**
     * Reads an envelope. Reading verifies nothing.
     *
     * @throws AttestationException if it is longer than {@link #MAX_BYTES}, malformed, of another payload type, or has
     *     not exactly one signature
     */
    public static Envelope parse(byte[] json) {
        StrictJson parsed = StrictJson.parse("the envelope", json, MAX_BYTES);
        parsed.requireOnly(FIELDS);
        return read(parsed);
    }

    /** Reads the fields that an envelope has; that there are no others is the caller's to check. */
    static Envelope read(StrictJson parsed) {
        if (!parsed.text("/payloadType").equals(PAYLOAD_TYPE)) {
            throw new AttestationException("the envelope's payload type is not " + PAYLOAD_TYPE);
        }
        return new Envelope(
                parsed.bytes("/payload"), parsed.text("/signatures/0/keyid"), parsed.bytes("/signatures/0/sig"));
    }

    /** Returns the envelope as one line of JSON, without the line's end. */
    public String toJson() {
        return CanonicalJson.text(this::write);
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("payloadType", PAYLOAD_TYPE);
        CanonicalJson.bytes(json, "payload", payload);
        json.writeArrayFieldStart("signatures");
        json.writeStartObject();
        json.writeStringField("keyid", keyId);
        CanonicalJson.bytes(json, "sig", signature);
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Returns the bytes that are signed: DSSE's pre-authentication encoding of payload type and payload. */
    public byte[] preAuthentication() {
        return preAuthentication(payload);
    }

    /**
     * Verifies the signature and returns the payload.
     *
     * @throws AttestationException if the envelope names another key or the signature is not this key's
     */
    public Bytes verify(VerifyKey key) {
        if (!key.keyId().equals(keyId)) {
            throw new AttestationException("the envelope was signed with another key than the one given");
        }
        if (!key.verifies(preAuthentication(), signature.toByteArray())) {
            throw new AttestationException("the envelope's signature is not valid: it was changed, or never signed");
        }
        return payload;
    }

    private static byte[] preAuthentication(Bytes payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("DSSEv1 " + PAYLOAD_TYPE.length() + " " + PAYLOAD_TYPE + " " + payload.length() + " ")
                .getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(payload.toByteArray());
        return out.toByteArray();
    }
}
