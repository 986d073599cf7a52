package dev.plimsoll.examples.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import reactor.core.publisher.Mono;

/**
 * The SDK's transport over standard streams, and somebody can wait for its end. The SDK closes its session when it stops
 * reading, because the input ended or was no protocol, and tells nobody; a server that does not notice outlives its client.
 */
final class StdioConnection implements McpServerTransportProvider {
    /** More than the largest code takes when each of its bytes is escaped. */
    private static final int MAX_MESSAGE_CHARS = 8 << 20;

    private final StdioServerTransportProvider stdio;
    private final CountDownLatch ended = new CountDownLatch(1);

    StdioConnection(McpJsonMapper json, InputStream in, OutputStream out) {
        this.stdio = new StdioServerTransportProvider(json, in, out, MAX_MESSAGE_CHARS);
    }

    /** Waits until nothing more is read from the client. */
    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory factory) {
        stdio.setSessionFactory(transport -> factory.create(new NoticedTransport(transport)));
    }

    @Override
    public Mono<Void> notifyClients(String method, Object params) {
        return stdio.notifyClients(method, params);
    }

    @Override
    public Mono<Void> notifyClient(String sessionId, String method, Object params) {
        return stdio.notifyClient(sessionId, method, params);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return stdio.closeGracefully();
    }

    @Override
    public List<String> protocolVersions() {
        return stdio.protocolVersions();
    }

    private final class NoticedTransport implements McpServerTransport {
        private final McpServerTransport transport;

        NoticedTransport(McpServerTransport transport) {
            this.transport = transport;
        }

        @Override
        public void close() {
            transport.close();
            ended.countDown();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return transport.closeGracefully();
        }

        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return transport.sendMessage(message);
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return transport.unmarshalFrom(data, type);
        }

        @Override
        public List<String> protocolVersions() {
            return transport.protocolVersions();
        }
    }
}
