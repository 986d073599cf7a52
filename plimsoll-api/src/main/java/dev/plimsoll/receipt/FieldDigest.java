package dev.plimsoll.receipt;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Doubles;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Feeds a digest with the encoding of receipts: {@code value = length as unsigned 64-bit big-endian, then the bytes}, and
 * {@code field = value(name) value(content)}.
 *
 * <p>Small fields are gathered in a scratch array, large contents go to the digest as they are: nothing here grows with
 * the payload.
 */
final class FieldDigest {
    private static final HexFormat HEX = HexFormat.of();
    private static final int SCRATCH_BYTES = 512;

    private final MessageDigest digest;
    private final byte[] scratch = new byte[SCRATCH_BYTES];
    private int used;

    FieldDigest(MessageDigest digest) {
        this.digest = digest;
    }

    FieldDigest domain(String domain) {
        ascii(domain);
        return this;
    }

    FieldDigest text(String name, String content) {
        ascii(name);
        int length = content.length();
        if (length > SCRATCH_BYTES - Long.BYTES || !isAscii(content)) {
            return value(Bytes.utf8(content));
        }
        ascii(content);
        return this;
    }

    FieldDigest number(String name, long content) {
        ascii(name);
        ascii(Long.toString(content));
        return this;
    }

    FieldDigest bool(String name, boolean content) {
        ascii(name);
        ascii(content ? "true" : "false");
        return this;
    }

    FieldDigest bytes(String name, Bytes content) {
        ascii(name);
        return value(content);
    }

    FieldDigest doubles(String name, double content) {
        ascii(name);
        reserve(2 * Long.BYTES);
        putLong(Double.BYTES);
        putLong(Double.doubleToRawLongBits(content));
        return this;
    }

    FieldDigest doubles(String name, Doubles content) {
        ascii(name);
        reserve(Long.BYTES);
        putLong((long) content.size() * Double.BYTES);
        for (int i = 0; i < content.size(); i++) {
            reserve(Double.BYTES);
            putLong(Double.doubleToRawLongBits(content.at(i)));
        }
        return this;
    }

    /** Finishes the digest, which starts anew after it. */
    String hex() {
        flush();
        return HEX.formatHex(digest.digest());
    }

    private FieldDigest value(Bytes content) {
        reserve(Long.BYTES);
        putLong(content.length());
        if (content.length() <= SCRATCH_BYTES - used) {
            content.copyTo(0, scratch, used, content.length());
            used += content.length();
        } else {
            flush();
            content.update(digest);
        }
        return this;
    }

    @SuppressWarnings("deprecation") // the copy of the low bytes is what is wanted for ASCII, and makes no garbage
    private void ascii(String text) {
        int length = text.length();
        reserve(Long.BYTES + length);
        putLong(length);
        text.getBytes(0, length, scratch, used);
        used += length;
    }

    private void putLong(long value) {
        for (int shift = 56; shift >= 0; shift -= 8) {
            scratch[used++] = (byte) (value >>> shift);
        }
    }

    private void reserve(int bytes) {
        if (SCRATCH_BYTES - used < bytes) {
            flush();
        }
    }

    private void flush() {
        digest.update(scratch, 0, used);
        used = 0;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0x7f) {
                return false;
            }
        }
        return true;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
