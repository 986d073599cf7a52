package dev.plimsoll.e2b.internal.envd;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import okio.Buffer;
import okio.BufferedSource;

/**
 * One message of a stream: flags, length, JSON.
 *
 * @param last whether it is the one that ends the stream
 * @param message what it says
 */
record Frame(boolean last, JsonObject message) {
    /** Far above envd's chunks of 32 KiB, which are 44 KiB as base64. */
    static final int MAX_LENGTH = 256 << 10;

    private static final int FLAG_LAST = 2;

    /**
     * Reads the next message.
     *
     * @throws EOFException if the stream ends first: there is a last frame, or it was cut
     * @throws ProtocolException if it is no message
     */
    static Frame read(BufferedSource source) throws IOException {
        int flags = source.readByte() & 0xff;
        long length = source.readInt() & 0xffffffffL;
        if ((flags & ~FLAG_LAST) != 0) {
            throw new ProtocolException("a frame with flags that were not asked for");
        }
        if (length > MAX_LENGTH) {
            throw new ProtocolException("a frame of more than " + MAX_LENGTH + " bytes");
        }
        return new Frame(flags == FLAG_LAST, json(source.readByteArray(length)));
    }

    /** Writes a message. */
    static byte[] write(JsonObject message) {
        byte[] json = message.toString().getBytes(StandardCharsets.UTF_8);
        return new Buffer().writeByte(0).writeInt(json.length).write(json).readByteArray();
    }

    /** Reads a JSON object, of UTF-8 only. */
    static JsonObject json(byte[] bytes) throws ProtocolException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (JsonParser.parseString(text) instanceof JsonObject object) {
                return object;
            }
        } catch (CharacterCodingException | JsonParseException | NumberFormatException | StackOverflowError e) {
            throw new ProtocolException("a message that is no JSON");
        }
        throw new ProtocolException("a message that is no JSON object");
    }

    /** What came is not what the protocol says; the message holds nothing of it. */
    static final class ProtocolException extends IOException {
        private static final long serialVersionUID = 1L;

        ProtocolException(String message) {
            super(message);
        }
    }
}
