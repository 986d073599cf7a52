package dev.plimsoll.receipt;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.run.Doubles;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
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
    private static final int MAX_UTF8_BYTES = 4;
    private static final int SHA256_BYTES = 32;
    private static final int HEX_CHARACTERS = 2 * SHA256_BYTES;

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

    /** Writes text as UTF-8 without making a copy of it first; a lone surrogate becomes {@code ?}. */
    FieldDigest text(String name, String content) {
        ascii(name);
        int ascii = asciiPrefix(content);
        if (ascii == content.length() && ascii <= SCRATCH_BYTES - Long.BYTES) {
            ascii(content);
            return this;
        }
        reserve(Long.BYTES);
        putLong(utf8Length(content));
        for (int i = 0; i < content.length(); i++) {
            reserve(MAX_UTF8_BYTES);
            char c = content.charAt(i);
            if (isPair(content, i)) {
                putCodePoint(Character.toCodePoint(c, content.charAt(++i)));
            } else {
                putCodePoint(Character.isSurrogate(c) ? '?' : c);
            }
        }
        return this;
    }

    FieldDigest number(String name, long content) {
        ascii(name);
        int length = content < 0 ? 1 : 0;
        for (long rest = content; rest != 0 || length == 0; rest /= 10) {
            length++;
        }
        reserve(Long.BYTES + length);
        putLong(length);
        int at = used + length;
        used = at;
        // digit by digit from the last; the sign of each is the number's own, so that the least number is no exception
        long rest = content;
        do {
            scratch[--at] = (byte) ('0' + Math.abs((int) (rest % 10)));
            rest /= 10;
        } while (rest != 0);
        if (content < 0) {
            scratch[--at] = '-';
        }
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
    @SuppressWarnings("deprecation") // bytes to ASCII one to one is what is wanted, without a decoder
    String hex() {
        flush();
        try {
            digest.digest(scratch, HEX_CHARACTERS, SHA256_BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("a digest of SHA-256 has 32 bytes; this one has not", e);
        }
        for (int i = 0; i < SHA256_BYTES; i++) {
            byte b = scratch[HEX_CHARACTERS + i];
            scratch[2 * i] = (byte) HEX.toHighHexDigit(b);
            scratch[2 * i + 1] = (byte) HEX.toLowHexDigit(b);
        }
        return new String(scratch, 0, 0, HEX_CHARACTERS);
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

    private void putCodePoint(int c) {
        if (c < 0x80) {
            scratch[used++] = (byte) c;
        } else if (c < 0x800) {
            scratch[used++] = (byte) (0xc0 | (c >> 6));
            putContinuation(c);
        } else if (c < 0x10000) {
            scratch[used++] = (byte) (0xe0 | (c >> 12));
            putContinuation(c >> 6);
            putContinuation(c);
        } else {
            scratch[used++] = (byte) (0xf0 | (c >> 18));
            putContinuation(c >> 12);
            putContinuation(c >> 6);
            putContinuation(c);
        }
    }

    private void putContinuation(int c) {
        scratch[used++] = (byte) (0x80 | (c & 0x3f));
    }

    private static long utf8Length(String text) {
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPair(text, i)) {
                length += MAX_UTF8_BYTES;
                i++;
            } else {
                length += c < 0x80 || Character.isSurrogate(c) ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        return length;
    }

    private static boolean isPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }

    private static int asciiPrefix(String text) {
        int i = 0;
        while (i < text.length() && text.charAt(i) < 0x80) {
            i++;
        }
        return i;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
