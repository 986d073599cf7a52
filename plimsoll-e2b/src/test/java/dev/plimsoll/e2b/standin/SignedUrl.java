package dev.plimsoll.e2b.standin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** A file's address that carries its own permission. */
final class SignedUrl {
    private SignedUrl() {}

    static boolean admits(Exchange exchange, String token) {
        Optional<String> signature = exchange.query("signature");
        if (signature.isEmpty() || !exchange.path().equals("/files")) {
            return false;
        }
        Optional<String> expiration = exchange.query("signature_expiration");
        if (expiration
                .filter(end -> Long.parseLong(end) < Instant.now().getEpochSecond())
                .isPresent()) {
            return false;
        }
        String operation = exchange.method().equals("GET") ? "read" : "write";
        String signed = exchange.query("path").orElse("") + ":" + operation + ":"
                + exchange.query("username").orElse("") + ":" + token
                + expiration.map(end -> ":" + end).orElse("");
        return signature.get().equals("v1_" + digest(signed));
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
