package dev.plimsoll.broker.profile;

import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.Faults;
import dev.plimsoll.broker.internal.document.TextFile;
import dev.plimsoll.grant.Grant;
import java.io.IOException;
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
            return TextFile.read(file, MAX_BYTES);
        } catch (InvalidPathException e) {
            faults.add(at, "this is no path");
        } catch (TextFile.NotTextException e) {
            faults.add(at, "this file " + e.getMessage());
        } catch (IOException e) {
            faults.add(at, "this file cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        return null;
    }
}
