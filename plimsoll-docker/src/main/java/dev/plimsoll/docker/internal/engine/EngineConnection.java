package dev.plimsoll.docker.internal.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.transport.DockerHttpClient;
import dev.plimsoll.spi.Deadline;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An engine, and the version of its interface that is spoken with it. Thread-safe; holds no connection between two calls,
 * and one thread.
 */
public final class EngineConnection implements Closeable {
    private final EngineAddress address;
    private final DeadlineWatch watch = new DeadlineWatch();
    private DefaultDockerClientConfig config;
    private String apiVersion = "";

    private EngineConnection(EngineAddress address, DefaultDockerClientConfig config) {
        this.address = address;
        this.config = config;
    }

    /**
     * Asks the engine who it is, and agrees on a version.
     *
     * @throws EngineFault if it does not answer before the deadline
     * @throws UnsupportedEngineException if there is no common version
     */
    public static EngineConnection open(EngineSettings settings, Deadline deadline) {
        EngineConnection connection = new EngineConnection(settings.address(), settings.config());
        boolean opened = false;
        try {
            Version version = connection.client(deadline).versionCmd().exec();
            connection.apiVersion = ApiVersions.choose(
                    text(version.getVersion()), text(version.getApiVersion()), text(version.getMinAPIVersion()));
            connection.config = settings.config(connection.apiVersion);
            opened = true;
            return connection;
        } finally {
            if (!opened) {
                connection.close();
            }
        }
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }

    /** Returns a client all of whose calls end by a deadline. Cheap; need not be closed. */
    public DockerClient client(Deadline deadline) {
        return DockerClientImpl.getInstance(config, new EngineTransport(address, watch, deadline));
    }

    /** Attaches to a container that was not started yet, until a deadline. */
    public Attach attach(String container, Deadline deadline) {
        return Attach.open(EngineChannel.open(address, watch, deadline), apiVersion, container);
    }

    /** Returns when a container no longer runs. */
    public void awaitStopped(String container, Deadline deadline) {
        DockerHttpClient.Request request = DockerHttpClient.Request.builder()
                .method(DockerHttpClient.Request.Method.POST)
                .path("/v" + apiVersion + "/containers/" + container + "/wait")
                .build();
        try (DockerHttpClient.Response response = new EngineTransport(address, watch, deadline).execute(request)) {
            response.getBody().readAllBytes();
        } catch (IOException e) {
            throw new EngineFault(EngineFault.Kind.BROKEN, "the engine broke off", e);
        }
    }

    /** Returns where the engine is, for messages. */
    public String address() {
        return address.text();
    }

    /** Returns the version of the interface that is spoken. */
    public String apiVersion() {
        return apiVersion;
    }

    @Override
    public void close() {
        watch.close();
    }
}
