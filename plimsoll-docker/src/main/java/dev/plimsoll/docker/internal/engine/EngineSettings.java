package dev.plimsoll.docker.internal.engine;

import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.RemoteApiVersion;
import com.github.dockerjava.transport.SSLConfig;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where the engine is and with which certificates it is spoken to, as Docker's own command finds it: {@code DOCKER_HOST},
 * {@code DOCKER_CONTEXT}, {@code DOCKER_CERT_PATH}, {@code DOCKER_TLS_VERIFY}, the current context, the usual socket.
 * For one thread.
 */
public final class EngineSettings {
    private final EngineAddress address;
    private final DefaultDockerClientConfig.Builder builder;
    private final DefaultDockerClientConfig config;

    private EngineSettings(DefaultDockerClientConfig.Builder builder) throws GeneralSecurityException {
        this.builder = builder;
        this.config = builder.build();
        this.address = EngineAddress.of(config.getDockerHost(), sslContext(config.getSSLConfig()));
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
            DefaultDockerClientConfig.Builder builder = DefaultDockerClientConfig.createDefaultConfigBuilder();
            // before the context's host is set, which is no longer told from one of the environment then
            Optional<EngineContext> context = context(overrides, builder);
            context.ifPresent(chosen -> {
                builder.withDockerHost(chosen.host());
                chosen.certificates()
                        .ifPresent(folder ->
                                builder.withDockerCertPath(folder.toString()).withDockerTlsVerify(true));
            });
            overrides.host().ifPresent(builder::withDockerHost);
            overrides.certPath().ifPresent(builder::withDockerCertPath);
            overrides.tlsVerify().ifPresent(builder::withDockerTlsVerify);
            return new EngineSettings(builder);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the engine's certificates cannot be used: " + e.getMessage(), e);
        } catch (DockerClientException e) {
            throw new IllegalArgumentException("the engine's settings cannot be read: " + e.getMessage(), e);
        }
    }

    /** Chooses as Docker's own command does: what is said to it goes before the environment, and that before its files. */
    private static Optional<EngineContext> context(Overrides overrides, DefaultDockerClientConfig.Builder builder) {
        boolean hostIsSet = overrides.host().isPresent();
        boolean hostIsInEnvironment = builder.isDockerHostSetExplicitly();
        if (hostIsSet || (hostIsInEnvironment && overrides.context().isEmpty())) {
            return Optional.empty();
        }
        DefaultDockerClientConfig files = DefaultDockerClientConfig.createDefaultConfigBuilder()
                .withDockerTlsVerify(false)
                .build();
        return overrides
                .context()
                .or(() -> Optional.ofNullable(System.getenv(DefaultDockerClientConfig.DOCKER_CONTEXT)))
                .filter(name -> !name.isBlank())
                .or(() -> Optional.ofNullable(files.getDockerConfig().getCurrentContext()))
                .filter(name -> !name.isBlank() && !name.equals(EngineContext.DEFAULT))
                .map(name -> EngineContext.read(Path.of(files.getDockerConfigPath()), name));
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
        return builder.withApiVersion(RemoteApiVersion.parseConfig(apiVersion)).build();
    }
}
