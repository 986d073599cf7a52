package dev.plimsoll.broker.profile;

import dev.plimsoll.broker.internal.document.DocumentLimits;
import dev.plimsoll.broker.internal.document.DocumentNode;
import dev.plimsoll.broker.internal.document.DocumentReader;
import dev.plimsoll.broker.internal.document.Faults;
import dev.plimsoll.broker.internal.document.TextFile;
import dev.plimsoll.grant.TokenMinter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Loads profiles from YAML 1.2 or JSON; docs/profiles.md describes the document.
 *
 * <p>Bounds: 256 Ki characters, 12 levels, 50,000 values, 1,000 profiles. Unknown and repeated names are faults, and so are
 * anchors, aliases and tags. Secrets are read once, when the document is loaded, from where it refers to; they are never in
 * it. Nothing is loaded unless everything is right. Not thread-safe; the registry is.
 *
 * @since 0.1
 */
public final class ProfileLoader {
    private static final DocumentLimits LIMITS = new DocumentLimits(256 * 1024, 12, 50_000);
    private static final int MAX_BYTES = 4 * LIMITS.characters();

    private final Map<String, TokenMinter> minters = new HashMap<>();
    private Function<String, @Nullable String> environment = System::getenv;

    /** Makes a loader that looks up the process's environment variables. */
    public ProfileLoader() {}

    /** Looks environment variables up here instead; the function returns null for one that is not set. */
    public ProfileLoader environment(Function<String, @Nullable String> lookUp) {
        this.environment = Objects.requireNonNull(lookUp, "lookUp");
        return this;
    }

    /** Registers a minter that profiles name with {@code registered: NAME}, replacing one of the same name. */
    public ProfileLoader minter(String name, TokenMinter minter) {
        minters.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(minter, "minter"));
        return this;
    }

    /**
     * Loads a file. The files that it refers to are relative to its folder.
     *
     * @throws InvalidProfilesException listing every fault
     * @throws IOException if the file cannot be read
     */
    public ProfileRegistry load(Path file) throws IOException {
        Path folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file.toAbsolutePath());
        try {
            return parse(TextFile.read(file, MAX_BYTES), folder);
        } catch (TextFile.NotTextException e) {
            Faults faults = new Faults();
            faults.add(1, 1, "the document " + e.getMessage());
            throw refusal(faults);
        }
    }

    /**
     * Reads a document.
     *
     * @param text the document
     * @param folder what the files that it refers to are relative to
     * @throws InvalidProfilesException listing every fault
     */
    public ProfileRegistry parse(String text, Path folder) {
        Faults faults = new Faults();
        SecretReference secrets = new SecretReference(environment, folder, faults);
        DocumentNode root = DocumentReader.read(text, LIMITS, faults);
        List<Profile> profiles = root == null
                ? List.of()
                : new ProfileReader(
                                new MinterReader(secrets, minters, faults), new GuestScriptFile(folder, faults), faults)
                        .read(root);
        if (!faults.isEmpty()) {
            throw refusal(faults);
        }
        return ProfileRegistry.of(profiles);
    }

    private static InvalidProfilesException refusal(Faults faults) {
        return new InvalidProfilesException(faults.inOrder().stream()
                .map(fault -> new ProfileFault(fault.line(), fault.column(), fault.message()))
                .toList());
    }
}
