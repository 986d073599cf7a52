package dev.plimsoll.docker.internal.engine;

import com.github.dockerjava.transport.DockerHttpClient;
import dev.plimsoll.spi.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Carries docker-java's requests, each over a connection of its own that ends at a deadline. docker-java's own transports
 * bound a single read at best, so that a slow or stuck engine could hold a caller for as long as it likes.
 */
final class EngineTransport implements DockerHttpClient {
    private static final int MAX_REQUEST = 4 << 20;

    private final EngineAddress address;
    private final DeadlineWatch watch;
    private final Deadline deadline;

    EngineTransport(EngineAddress address, DeadlineWatch watch, Deadline deadline) {
        this.address = address;
        this.watch = watch;
        this.deadline = deadline;
    }

    @Override
    public Response execute(Request request) {
        EngineChannel channel = EngineChannel.open(address, watch, deadline);
        boolean answered = false;
        try {
            Map<String, String> headers = new LinkedHashMap<>(request.headers());
            headers.put("Connection", "close");
            HttpExchange exchange =
                    HttpExchange.send(channel, request.method(), request.path(), headers, content(request));
            answered = true;
            return new EngineResponse(channel, exchange);
        } catch (IOException e) {
            throw channel.fault(e);
        } finally {
            if (!answered) {
                channel.close();
            }
        }
    }

    private static byte[] content(Request request) throws IOException {
        byte[] bytes = request.bodyBytes();
        if (bytes != null) {
            return bytes;
        }
        InputStream stream = request.body();
        if (stream == null) {
            return new byte[0];
        }
        byte[] read = stream.readNBytes(MAX_REQUEST + 1);
        if (read.length > MAX_REQUEST) {
            throw new IOException("the request is longer than " + MAX_REQUEST + " bytes");
        }
        return read;
    }

    @Override
    public void close() {
        // holds no connection between two requests
    }

    /** An answer, with the faults of its body told as those of its head are. */
    private record EngineResponse(EngineChannel channel, HttpExchange exchange) implements Response {
        @Override
        public int getStatusCode() {
            return exchange.status();
        }

        @Override
        public Map<String, List<String>> getHeaders() {
            return exchange.headers();
        }

        @Override
        public InputStream getBody() {
            return new FaultingInput(channel, exchange.body());
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    /** docker-java hides an {@link IOException} of a body in exceptions of many kinds; an {@link EngineFault} gets out. */
    private static final class FaultingInput extends InputStream {
        private final EngineChannel channel;
        private final InputStream in;

        FaultingInput(EngineChannel channel, InputStream in) {
            this.channel = channel;
            this.in = in;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            try {
                return in.read(target, offset, length);
            } catch (IOException e) {
                throw channel.fault(e);
            }
        }
    }
}
