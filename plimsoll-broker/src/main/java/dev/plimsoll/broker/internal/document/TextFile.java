package dev.plimsoll.broker.internal.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** Reads files of UTF-8 text up to a bound. */
public final class TextFile {
    private TextFile() {}

    /** A file that is not what it has to be; its message goes after a noun: "is longer than 5 bytes". */
    public static final class NotTextException extends Exception {
        private static final long serialVersionUID = 1L;

        NotTextException(String message) {
            super(message);
        }
    }

    /**
     * Reads a whole file.
     *
     * @param most how many bytes it may have
     * @param options how it is opened
     * @throws NotTextException if it has more bytes, or is not UTF-8
     * @throws IOException if it cannot be read
     */
    public static String read(Path file, int most, OpenOption... options) throws NotTextException, IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file, options)) {
            bytes = in.readNBytes(most + 1);
        }
        if (bytes.length > most) {
            throw new NotTextException("is longer than " + most + " bytes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new NotTextException("is not UTF-8 text");
        }
    }
}
