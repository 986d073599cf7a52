package dev.plimsoll.broker.profile;

import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.Faults;
import dev.plimsoll.grant.Grant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the JavaScript that a profile gives its guests, from a file beside the document. */
final class GuestScriptFile {
    private static final int MAX_BYTES = 3 * Grant.MAX_GUEST_SCRIPT_LENGTH;

    private final Path folder;
    private final Faults faults;

    GuestScriptFile(Path folder, Faults faults) {
        this.folder = folder;
        this.faults = faults;
    }

    /** Returns the script, or null after noting why there is none. */
    @Nullable String read(String name, DocumentNode at) {
        try {
            Path file = folder.resolve(name);
            if (!Files.isRegularFile(file)) {
                faults.add(at, "there is no regular file of this name");
                return null;
            }
            byte[] bytes;
            try (InputStream in = Files.newInputStream(file)) {
                bytes = in.readNBytes(MAX_BYTES + 1);
            }
            if (bytes.length <= MAX_BYTES) {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            }
            faults.add(at, "this file is longer than " + MAX_BYTES + " bytes");
        } catch (InvalidPathException e) {
            faults.add(at, "this is no path");
        } catch (CharacterCodingException e) {
            faults.add(at, "this file is not UTF-8 text");
        } catch (IOException e) {
            faults.add(at, "this file cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        return null;
    }
}
