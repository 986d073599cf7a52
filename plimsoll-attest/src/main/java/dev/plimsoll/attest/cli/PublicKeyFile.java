package dev.plimsoll.attest.cli;

import dev.plimsoll.attest.AttestationException;
import dev.plimsoll.attest.VerifyKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a public key. */
final class PublicKeyFile {
    private static final int MAX_BYTES = 16 << 10;

    private PublicKeyFile() {}

    static VerifyKey read(Path file) throws IOException {
        byte[] content;
        try (InputStream in = Files.newInputStream(file)) {
            content = in.readNBytes(MAX_BYTES + 1);
        }
        if (content.length > MAX_BYTES) {
            throw new AttestationException("the public key's file is longer than " + MAX_BYTES + " bytes");
        }
        return VerifyKey.parsePem(new String(content, StandardCharsets.ISO_8859_1));
    }
}
