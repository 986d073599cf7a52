package dev.plimsoll.docker.internal.engine;

import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.RemoteApiVersion;
import com.github.dockerjava.transport.SSLConfig;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where the engine is and with which certificates it is spoken to, as Docker's own command finds it: {@code DOCKER_HOST},
 * {@code DOCKER_CONTEXT}, {@code DOCKER_CERT_PATH}, {@code DOCKER_TLS_VERIFY}, the current context, the usual socket.
 * Immutable.
 */
public final class EngineSettings {
    private final EngineAddress address;
    private final DefaultDockerClientConfig config;
    private final Overrides overrides;

    private EngineSettings(EngineAddress address, DefaultDockerClientConfig config, Overrides overrides) {
        this.address = address;
        this.config = config;
        this.overrides = overrides;
    }

    /**
     * What an application sets instead of the environment.
     *
     * @param host the engine's address
     * @param context the name of a context
     * @param certPath the folder with {@code ca.pem}, {@code cert.pem} and {@code key.pem}
     * @param tlsVerify whether TLS is used
     */
    public record Overrides(
            Optional<String> host, Optional<String> context, Optional<String> certPath, Optional<Boolean> tlsVerify) {}

    /**
     * Reads the settings.
     *
     * @throws IllegalArgumentException if they name no engine that can be spoken to safely; says what to do
     */
    public static EngineSettings of(Overrides overrides) {
        try {
            DefaultDockerClientConfig config = builder(overrides).build();
            return new EngineSettings(
                    EngineAddress.of(config.getDockerHost(), sslContext(config.getSSLConfig())), config, overrides);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the engine's certificates cannot be used: " + e.getMessage(), e);
        } catch (DockerClientException e) {
            throw new IllegalArgumentException("the engine's settings cannot be read: " + e.getMessage(), e);
        }
    }

    private static DefaultDockerClientConfig.Builder builder(Overrides overrides) {
        DefaultDockerClientConfig.Builder builder = DefaultDockerClientConfig.createDefaultConfigBuilder();
        overrides.context().ifPresent(builder::withDockerContext);
        overrides.host().ifPresent(builder::withDockerHost);
        overrides.certPath().ifPresent(builder::withDockerCertPath);
        overrides.tlsVerify().ifPresent(builder::withDockerTlsVerify);
        return builder;
    }

    private static @Nullable SSLContext sslContext(@Nullable SSLConfig config) throws GeneralSecurityException {
        return config == null ? null : config.getSSLContext();
    }

    EngineAddress address() {
        return address;
    }

    DefaultDockerClientConfig config() {
        return config;
    }

    DefaultDockerClientConfig config(String apiVersion) {
        return builder(overrides)
                .withApiVersion(RemoteApiVersion.parseConfig(apiVersion))
                .build();
    }
}
