package dev.plimsoll.broker.profile;

import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.Faults;
import dev.plimsoll.broker.internal.document.TextFile;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the secrets that a document refers to: an environment variable, or a file that its owner alone can use. */
final class SecretReference {
    private static final int MAX_BYTES = 16 * 1024;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Function<String, @Nullable String> environment;
    private final Path folder;
    private final Faults faults;

    SecretReference(Function<String, @Nullable String> environment, Path folder, Faults faults) {
        this.environment = environment;
        this.folder = folder;
        this.faults = faults;
    }

    /** Returns the secret without the line end at its end, or null after noting why there is none. */
    @Nullable Secret read(DocumentNode node) {
        if (node instanceof DocumentNode.Scalar) {
            faults.add(node, "a secret is never written here; refer to it with environment: NAME or file: PATH");
            return null;
        }
        Members.Choice choice = Members.choice(node, "a secret", Set.of("environment", "file"), faults);
        String where = choice == null ? null : Members.text(choice.value(), choice.name(), faults);
        if (choice == null || where == null) {
            return null;
        }
        return choice.name().equals("environment") ? variable(where, choice.value()) : file(where, choice.value());
    }

    private @Nullable Secret variable(String name, DocumentNode at) {
        String value = environment.apply(name);
        if (value == null || value.isEmpty()) {
            faults.add(at, "this environment variable is not set");
            return null;
        }
        return Secret.of(value);
    }

    private @Nullable Secret file(String name, DocumentNode at) {
        try {
            Path file = folder.resolve(name).toRealPath();
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                faults.add(at, "this is no regular file");
                return null;
            }
            if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS))) {
                faults.add(at, "others than its owner may use this file; set its mode to 0600 or 0400");
                return null;
            }
            return content(file, at);
        } catch (InvalidPathException e) {
            faults.add(at, "this is no path");
        } catch (TextFile.NotTextException e) {
            faults.add(at, "this file " + e.getMessage());
        } catch (IOException e) {
            faults.add(at, "this file cannot be read (" + e.getClass().getSimpleName() + ")");
        } catch (UnsupportedOperationException e) {
            faults.add(at, "this file's file system has no file modes, so who may read it cannot be told");
        }
        return null;
    }

    private @Nullable Secret content(Path file, DocumentNode at) throws IOException, TextFile.NotTextException {
        String text = TextFile.read(file, MAX_BYTES, LinkOption.NOFOLLOW_LINKS);
        String secret = text.endsWith("\r\n")
                ? text.substring(0, text.length() - 2)
                : text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        if (secret.isEmpty()) {
            faults.add(at, "this file is empty");
            return null;
        }
        return Secret.of(secret);
    }
}
