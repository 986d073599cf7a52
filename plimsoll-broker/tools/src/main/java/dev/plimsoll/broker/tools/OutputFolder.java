package dev.plimsoll.broker.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes files so that each is there whole or not at all: all beside their places first, then each moved in one step. */
final class OutputFolder {
    private final Path folder;
    private final boolean overwrite;

    OutputFolder(Path folder, boolean overwrite) {
        this.folder = folder;
        this.overwrite = overwrite;
    }

    /**
     * Writes files in their order.
     *
     * @throws UnusableException if one is there and may not be replaced, or cannot be written; none was replaced by part
     */
    void write(Map<String, String> files) {
        if (!overwrite) {
            for (String name : files.keySet()) {
                if (Files.exists(folder.resolve(name))) {
                    throw new UnusableException(name + " is there already; give --overwrite to replace it");
                }
            }
        }
        Map<Path, Path> moves = new LinkedHashMap<>();
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path part = Files.createTempFile(folder, ".plimsoll-", ".part");
                moves.put(part, folder.resolve(file.getKey()));
                Files.writeString(part, file.getValue(), StandardCharsets.UTF_8);
            }
            for (Map.Entry<Path, Path> move : moves.entrySet()) {
                Files.move(move.getKey(), move.getValue(), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new UnusableException(
                    "the folder cannot be written: " + e.getClass().getSimpleName());
        } finally {
            moves.keySet().forEach(OutputFolder::delete);
        }
    }

    private static void delete(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            throw new UnusableException("a part file cannot be removed: " + part.getFileName());
        }
    }
}
