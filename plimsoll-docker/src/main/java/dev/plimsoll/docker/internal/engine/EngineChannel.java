package dev.plimsoll.docker.internal.engine;

import dev.plimsoll.spi.Deadline;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to the engine, which ends at its deadline whatever anybody waits for, and when a thread that waits on it
 * is interrupted. One thread may read while another writes.
 */
final class EngineChannel implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineChannel.class);
    private static final int BUFFER = 64 << 10;

    private final SocketChannel channel;
    private final DeadlineWatch watch;
    private volatile Deadline deadline;
    private volatile Future<?> closing;
    private InputStream in = InputStream.nullInputStream();
    private OutputStream out = OutputStream.nullOutputStream();

    private EngineChannel(SocketChannel channel, DeadlineWatch watch, Deadline deadline) {
        this.channel = channel;
        this.watch = watch;
        this.deadline = deadline;
        this.closing = watch.at(deadline, () -> closeQuietly(channel));
    }

    /** Moves the deadline. For the thread that uses the connection. */
    void limit(Deadline newDeadline) {
        closing.cancel(false);
        deadline = newDeadline;
        closing = watch.at(newDeadline, () -> closeQuietly(channel));
    }

    /**
     * Connects.
     *
     * @throws EngineFault if that is not possible, or not before the deadline
     */
    static EngineChannel open(EngineAddress address, DeadlineWatch watch, Deadline deadline) {
        EngineChannel opened = null;
        try {
            SocketChannel channel =
                    address.unixPath() != null ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
            opened = new EngineChannel(channel, watch, deadline);
            channel.connect(address.socketAddress());
            opened.openStreams(address);
            return opened;
        } catch (IOException e) {
            EngineFault fault = fault(e, deadline, EngineFault.Kind.UNREACHABLE, "cannot be reached");
            if (opened != null) {
                opened.close();
            }
            throw fault;
        } catch (RejectedExecutionException e) {
            throw new EngineFault(EngineFault.Kind.UNREACHABLE, "the connection to the engine is closed", e);
        } catch (RuntimeException e) { // such as an address that does not resolve
            if (opened != null) {
                opened.close();
            }
            throw new EngineFault(EngineFault.Kind.UNREACHABLE, "the engine cannot be reached", e);
        }
    }

    private void openStreams(EngineAddress address) throws IOException {
        if (address.tls() == null) {
            in = new BufferedInputStream(new ChannelInput(channel), BUFFER);
            out = new ChannelOutput(channel);
            return;
        }
        SSLSocket socket = (SSLSocket) Objects.requireNonNull(address.tls())
                .getSocketFactory()
                .createSocket(channel.socket(), address.host(), address.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        out = socket.getOutputStream();
    }

    InputStream in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Says why an exchange failed. */
    EngineFault fault(IOException cause) {
        return fault(cause, deadline, EngineFault.Kind.BROKEN, "broke off");
    }

    private static EngineFault fault(IOException cause, Deadline deadline, EngineFault.Kind otherwise, String what) {
        if (Thread.currentThread().isInterrupted() || cause instanceof InterruptedIOException) {
            return new EngineFault(EngineFault.Kind.INTERRUPTED, "the exchange with the engine was interrupted", cause);
        }
        if (deadline.isExpired()) {
            return new EngineFault(
                    EngineFault.Kind.NO_ANSWER, "the engine did not answer within " + deadline.budget(), cause);
        }
        return new EngineFault(otherwise, "the engine " + what + ": " + cause.getMessage(), cause);
    }

    /** Closes the connection under whatever is being read or written. TLS is not told: that could block. */
    @Override
    public void close() {
        closing.cancel(false);
        closeQuietly(channel);
    }

    private static void closeQuietly(@Nullable SocketChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) { // it is closed all the same, and nobody can do more
            LOG.debug("closing a connection failed", e);
        }
    }

    /** Reads without the lock that {@code Channels.newInputStream} shares with the writer on older Java versions. */
    private static final class ChannelInput extends InputStream {
        private final SocketChannel channel;

        ChannelInput(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return length == 0 ? 0 : channel.read(ByteBuffer.wrap(target, offset, length));
        }
    }

    /** The other half of {@link ChannelInput}. */
    private static final class ChannelOutput extends OutputStream {
        private final SocketChannel channel;

        ChannelOutput(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(source, offset, length);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }
}
