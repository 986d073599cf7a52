package dev.plimsoll.attest;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads exchanges from JSON Lines, one at a time, as an application wrote them with {@link Exchange#toJson()}. Not
 * thread-safe.
 *
 * @since 0.1
 */
public final class ExchangeReader {
    private final LineReader lines;
    private long line;

    /** Reads from a stream, which stays the caller's to close. */
    public ExchangeReader(InputStream in) {
        this.lines = new LineReader(in, Exchange.STANDARD_MAX_BYTES);
    }

    /**
     * Returns the next exchange; null at the end. Its digests are not checked.
     *
     * @throws AttestationException if the line is no exchange, too long, or the last one has no end
     * @throws IOException if it cannot be read
     */
    public @Nullable Exchange next() throws IOException {
        byte[] json = lines.next();
        if (json == null && lines.tornBytes() > 0) {
            throw new BundleRefusedException(line + 1, BundleDefect.TORN, "it does not end with a line feed", null);
        }
        if (json == null) {
            return null;
        }
        line++;
        try {
            return Exchange.parse(json);
        } catch (AttestationException e) {
            throw new BundleRefusedException(line, BundleDefect.MALFORMED, String.valueOf(e.getMessage()), e);
        }
    }
}
