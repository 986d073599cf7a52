package dev.plimsoll.e2b.standin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A way out to a few hosts by HTTPS. In the microVM's namespace these names are its own loopback address, where a
 * program passes each connection through a socket in the file system to the {@link EgressProxy}.
 */
final class EgressGate implements Egress {
    private static final String FORWARDER = """
            const net = require('node:net');
            const to = process.argv[2];
            const server = net.createServer((from) => {
              const out = net.connect(to);
              from.pipe(out).pipe(from);
              from.on('error', () => out.destroy());
              out.on('error', () => from.destroy());
            });
            server.listen(443, '127.0.0.1', () => console.log('ready'));
            """;

    private final NetworkNamespace namespace;
    private final EgressProxy proxy;
    private final SocketRelay relay;
    private final Process forwarder;
    private final Path authority;

    private EgressGate(
            NetworkNamespace namespace, EgressProxy proxy, SocketRelay relay, Process forwarder, Path authority) {
        this.namespace = namespace;
        this.proxy = proxy;
        this.relay = relay;
        this.forwarder = forwarder;
        this.authority = authority;
    }

    static EgressGate open(NetworkNamespace namespace, Path root, Set<String> hosts, EgressProxy proxy)
            throws IOException {
        Path folder = Files.createDirectories(root.resolve("etc"));
        Path authority = Files.writeString(folder.resolve("authority.pem"), proxy.authority());
        Path names = Files.writeString(
                folder.resolve("hosts"), "127.0.0.1 localhost\n127.0.0.1 " + String.join(" ", hosts) + "\n");
        Path program = Files.writeString(folder.resolve("forwarder.cjs"), FORWARDER);
        Path socket = folder.resolve("socket");
        SocketRelay relay = SocketRelay.start(socket, proxy.port());
        List<String> command = new ArrayList<>(namespace.unshare());
        command.addAll(List.of(
                "sh",
                "-c",
                "mount --bind \"$0\" /etc/hosts && ip link set lo up && exec node \"$1\" \"$2\"",
                names.toString(),
                program.toString(),
                socket.toString()));
        Process forwarder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = forwarder.inputReader(StandardCharsets.UTF_8).readLine();
        if (!"ready".equals(said)) {
            throw new IOException("the way out of a microVM could not be built; is node on the PATH?");
        }
        return new EgressGate(namespace, proxy, relay, forwarder, authority);
    }

    @Override
    public List<String> prefix(Path cwd) {
        return namespace.enter(forwarder.pid(), cwd);
    }

    /** E2B's templates trust its proxy; Node.js is told by its environment. */
    @Override
    public Map<String, String> environment() {
        return Map.of("NODE_EXTRA_CA_CERTS", authority.toString());
    }

    @Override
    public void close() {
        forwarder.destroyForcibly();
        try {
            forwarder.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        relay.close();
        proxy.close();
    }
}
