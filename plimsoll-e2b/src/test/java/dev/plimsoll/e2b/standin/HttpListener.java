package dev.plimsoll.e2b.standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A port on loopback that speaks HTTP/1.1 and HTTP/2 in the clear, with one blocking handler. */
final class HttpListener implements AutoCloseable {
    private static final int MAX_THREADS = 96;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Server server;
    private final ServerConnector connector;
    private URI uri = URI.create("about:blank");

    interface Handling {
        void handle(Exchange exchange) throws IOException;
    }

    HttpListener(String name, Handling handling) {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 4);
        threads.setName("standin-" + name);
        server = new Server(threads);
        server.setStopTimeout(0);
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        // One acceptor and one selector: the default counts the processors of machines larger than a test needs.
        connector = new ServerConnector(
                server,
                1,
                1,
                new HttpConnectionFactory(configuration),
                new HTTP2CServerConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Blocking(handling));
    }

    void start() {
        LifeCycle.start(server);
        uri = URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    /** Where it is, or was. */
    URI uri() {
        return uri;
    }

    @Override
    public void close() {
        closed.countDown();
        LifeCycle.stop(server);
    }

    private final class Blocking extends Handler.Abstract {
        private final Handling handling;

        Blocking(Handling handling) {
            this.handling = handling;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            try {
                handling.handle(new Exchange(request, response, closed));
                callback.succeeded();
            } catch (ConnectionDroppedException e) {
                // Before a failure of the callback, which would still write an answer of Jetty's own.
                Connection connection = request.getConnectionMetaData().getConnection();
                connection.getEndPoint().close();
                callback.failed(e);
            } catch (IOException | UncheckedIOException e) {
                callback.failed(e); // the client has gone
            }
            return true;
        }
    }
}
