package dev.plimsoll.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerConfig;
import dev.plimsoll.docker.internal.engine.UnsupportedEngineException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An image by its content: a name may come to mean another image while the sandbox is open, an id may not.
 *
 * @param id the content id, {@code sha256:} and 64 hex digits
 */
record ImageIdentity(String id) {
    private static final Pattern ID = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Pattern BY_DIGEST = Pattern.compile("(.+@)?sha256:[0-9a-f]{64}");
    private static final String PROTOCOL_LABEL = "dev.plimsoll.runner";
    private static final String PROTOCOL = "1";

    /**
     * Looks at an image.
     *
     * @throws UnsupportedEngineException if there is none, or it cannot be used; says what to do
     */
    static ImageIdentity inspect(DockerClient client, String name, boolean requireDigest) {
        if (requireDigest && !BY_DIGEST.matcher(name).matches()) {
            throw new UnsupportedEngineException(
                    "the image " + name + " is named by a tag, and the option requireDigest"
                            + " asks for a digest; name it as name@sha256:… or by its id");
        }
        InspectImageResponse image;
        try {
            image = client.inspectImageCmd(name).exec();
        } catch (NotFoundException e) {
            throw new UnsupportedEngineException("the engine has no image " + name
                    + "; build or pull it there, plimsoll never pulls (see docs/docker.md)");
        }
        return of(name, image.getId(), image.getConfig());
    }

    static ImageIdentity of(String name, @Nullable String id, @Nullable ContainerConfig config) {
        if (id == null || !ID.matcher(id).matches() || config == null) {
            throw new UnsupportedEngineException("the engine names no content id for the image " + name);
        }
        Map<String, ?> volumes = config.getVolumes();
        if (volumes != null && !volumes.isEmpty()) {
            throw new UnsupportedEngineException("the image " + name + " declares VOLUME, which would give each run a"
                    + " writable folder without a bound on the host; build it without");
        }
        Map<String, String> labels = config.getLabels();
        String protocol = labels == null ? null : labels.get(PROTOCOL_LABEL);
        if (!PROTOCOL.equals(protocol)) {
            throw new UnsupportedEngineException("the image " + name + " has no runner that this plimsoll can speak to"
                    + " (label " + PROTOCOL_LABEL + " must be " + PROTOCOL + "); build it from plimsoll-docker/docker");
        }
        return new ImageIdentity(id);
    }

    /** Returns the identity as receipts hold it. */
    String text() {
        return "oci-image:" + id;
    }
}
