package dev.plimsoll.docker.internal.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A context of Docker's own command, as {@code docker context create} stores it. docker-java takes the local socket for a
 * context that it cannot read, and leaves out a context's certificates: neither may happen to a caller who named an engine.
 *
 * @param host the engine's address
 * @param certificates the folder with the certificates that belong to the context, if it has any
 */
record EngineContext(String host, Optional<Path> certificates) {
    /** What means "no context" to Docker's own command. */
    static final String DEFAULT = "default";

    private static final int MAX_META = 1 << 20;

    /**
     * Reads a context.
     *
     * @param configFolder Docker's folder, such as {@code ~/.docker}
     * @throws IllegalArgumentException if there is none of this name, or it names no engine
     */
    static EngineContext read(Path configFolder, String name) {
        Path contexts = configFolder.resolve("contexts");
        String folder = sha256(name);
        Path meta = contexts.resolve("meta").resolve(folder).resolve("meta.json");
        String host = readMeta(meta, name)
                .path("Endpoints")
                .path("docker")
                .path("Host")
                .asText();
        if (host.isEmpty()) {
            throw new IllegalArgumentException("Docker's context " + name + " names no engine; see docker context ls");
        }
        Path certificates = contexts.resolve("tls").resolve(folder).resolve("docker");
        return new EngineContext(host, Files.isDirectory(certificates) ? Optional.of(certificates) : Optional.empty());
    }

    private static JsonNode readMeta(Path meta, String name) {
        try (InputStream in = Files.newInputStream(meta)) {
            return new ObjectMapper().readTree(in.readNBytes(MAX_META));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "Docker's context " + name + " cannot be read; see docker context ls, and whether DOCKER_CONFIG"
                            + " and the home folder are the ones it was made with",
                    e);
        }
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
