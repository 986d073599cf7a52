package dev.plimsoll.run;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;

/**
 * An immutable sequence of bytes: what a guest printed, a file's content, source text as UTF-8.
 *
 * <p>Thread-safe. {@link #toString()} shows the length only, since the content is a guest's.
 *
 * @since 0.1
 */
public final class Bytes {
    private static final Bytes EMPTY = new Bytes(new byte[0]);
    private static final int PIECE = 8 << 10;

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** Returns no bytes. */
    public static Bytes empty() {
        return EMPTY;
    }

    /** Copies an array. */
    public static Bytes copyOf(byte[] content) {
        return copyOf(content, 0, content.length);
    }

    /** Copies a part of an array. */
    public static Bytes copyOf(byte[] content, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, content.length);
        return length == 0 ? EMPTY : new Bytes(Arrays.copyOfRange(content, offset, offset + length));
    }

    /** Encodes text as UTF-8; a lone surrogate becomes {@code ?}. */
    public static Bytes utf8(String text) {
        return text.isEmpty() ? EMPTY : new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns how many bytes there are. */
    public int length() {
        return content.length;
    }

    /** Tells whether there are none. */
    public boolean isEmpty() {
        return content.length == 0;
    }

    /** Returns one byte. */
    public byte at(int index) {
        return content[index];
    }

    /** Returns a copy. */
    public byte[] toByteArray() {
        return content.clone();
    }

    /** Copies a part into an array. */
    public void copyTo(int from, byte[] target, int offset, int length) {
        System.arraycopy(content, from, target, offset, length);
    }

    /** Returns a read-only view; no copy is made. */
    public ByteBuffer asReadOnlyBuffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    /** Returns a stream over the bytes; no copy is made. */
    public InputStream openStream() {
        return new ByteArrayInputStream(content);
    }

    /** Decodes as UTF-8. Never fails: each malformed sequence, such as one that a cap cut, becomes U+FFFD. */
    public String utf8() {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Writes the bytes to a stream, in copied pieces of at most 8 KiB: what the stream does to those changes nothing here. */
    public void writeTo(OutputStream out) throws IOException {
        byte[] piece = new byte[Math.min(PIECE, content.length)];
        for (int from = 0; from < content.length; from += PIECE) {
            int length = Math.min(PIECE, content.length - from);
            copyTo(from, piece, 0, length);
            out.write(piece, 0, length);
        }
    }

    /** Feeds the bytes to a digest without copying them; the digest must not keep or change the array it sees. */
    public void update(MessageDigest digest) {
        digest.update(content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return "Bytes[" + content.length + "]";
    }
}
