package dev.plimsoll.attest;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests as lower-case hex. */
final class Sha256 {
    private Sha256() {}

    static String hex(byte[] content) {
        return hex(content, content.length);
    }

    static String hex(byte[] content, int length) {
        MessageDigest digest = digest();
        digest.update(content, 0, length);
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Digests a JSON object whose closing brace is given up to something else: the bytes before it, then a brace. */
    static String hexOfObject(byte[] content, int length) {
        MessageDigest digest = digest();
        digest.update(content, 0, length);
        digest.update((byte) '}');
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
