package dev.plimsoll.docker.internal.engine;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where an engine listens: a unix socket, or TCP with TLS.
 *
 * @param text how it was written, for messages
 * @param unixPath the socket's path; null for TCP
 * @param host the host's name, which its certificate must carry; empty for a unix socket
 * @param port the port; 0 for a unix socket
 * @param tls the keys and trust; null for a unix socket
 */
public record EngineAddress(
        String text,
        @Nullable String unixPath,
        String host,
        int port,
        @Nullable SSLContext tls) {
    private static final int TLS_PORT = 2376;

    /**
     * Reads an address.
     *
     * @param uri such as {@code unix:///var/run/docker.sock} or {@code tcp://engine.example:2376}
     * @param tls the keys and trust for TCP, if there are any
     * @throws IllegalArgumentException if it is of another kind, or TCP without TLS: whoever can speak to an engine owns
     *     its machine, and anybody on the way could
     */
    public static EngineAddress of(URI uri, @Nullable SSLContext tls) {
        String scheme = String.valueOf(uri.getScheme());
        if (scheme.equals("unix")) {
            String path = uri.getPath();
            if (path == null || path.isEmpty()) {
                throw new IllegalArgumentException("the engine's address names no socket: " + uri);
            }
            return new EngineAddress(uri.toString(), path, "", 0, null);
        }
        if (!scheme.equals("tcp") && !scheme.equals("https")) {
            throw new IllegalArgumentException(
                    "the engine's address must begin with unix:// or tcp://, not " + scheme + "://");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("the engine's address names no host");
        }
        if (tls == null) {
            throw new IllegalArgumentException("the engine at " + uri + " would be spoken to over TCP without TLS, and"
                    + " whoever can speak to it owns its machine; set DOCKER_TLS_VERIFY=1 and DOCKER_CERT_PATH, or the"
                    + " options tlsVerify and certPath");
        }
        return new EngineAddress(
                uri.toString(), null, uri.getHost(), uri.getPort() > 0 ? uri.getPort() : TLS_PORT, tls);
    }

    SocketAddress socketAddress() {
        return unixPath != null ? UnixDomainSocketAddress.of(unixPath) : new InetSocketAddress(host, port);
    }
}
