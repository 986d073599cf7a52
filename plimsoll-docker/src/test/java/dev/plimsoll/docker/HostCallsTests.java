package dev.plimsoll.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.run.Bytes;
import dev.plimsoll.spi.HostApi;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a guest that calls without measure, and reads no reply, can make the host hold. */
@Timeout(60)
class HostCallsTests {
    private static final int MAX_ENVELOPE_BYTES = 1 << 20;

    private final Api api = new Api();

    /** A broker whose calls the test ends. */
    private static final class Api implements HostApi {
        private final BlockingQueue<CompletableFuture<Bytes>> started = new LinkedBlockingQueue<>();
        private volatile boolean broken;

        @Override
        public String clientScript() {
            return "";
        }

        @Override
        public String pythonModule() {
            return "";
        }

        @Override
        public int maxEnvelopeBytes() {
            return MAX_ENVELOPE_BYTES;
        }

        @Override
        public int maxReplyBytes() {
            return MAX_ENVELOPE_BYTES;
        }

        @Override
        public CompletableFuture<Bytes> call(Bytes envelope) {
            if (broken) {
                throw new IllegalStateException("a broker that fails");
            }
            CompletableFuture<Bytes> reply = new CompletableFuture<>();
            started.add(reply);
            return reply;
        }
    }

    private static Frame call(int id, int envelopeBytes) {
        byte[] payload = new byte[Integer.BYTES + envelopeBytes];
        ByteBuffer.wrap(payload).putInt(id);
        return new Frame('C', payload, payload.length);
    }

    /** Returns for each call whose reply was written next whether it failed. */
    private static Map<Integer, Boolean> read(DataInputStream guest, int replies) throws IOException {
        Map<Integer, Boolean> read = new TreeMap<>();
        for (int i = 0; i < replies; i++) {
            int length = guest.readInt();
            assertThat(guest.readByte()).isEqualTo((byte) 'A');
            int id = guest.readInt();
            read.put(id, guest.readByte() != 0);
            guest.skipNBytes(length - 6);
        }
        return read;
    }

    @Test
    void startsNoMoreCallsThanTheGuestTakesRepliesOf() throws IOException, InterruptedException {
        // holds 20 bytes: the first reply does not fit, and its writer waits for the guest
        PipedInputStream pipe = new PipedInputStream(20);
        try (DataInputStream guest = new DataInputStream(pipe);
                HostCalls calls = new HostCalls(api, new FrameWriter(new PipedOutputStream(pipe)))) {
            int all = HostCalls.MAX_STARTED + 3;
            for (int id = 0; id < all; id++) {
                calls.start(call(id, 1));
            }
            for (int i = 0; i < HostCalls.MAX_STARTED; i++) {
                assertThat(api.started.take().complete(Bytes.utf8("x".repeat(1_000))))
                        .isTrue();
            }
            assertThat(api.started).as("calls that started without a place").isEmpty();

            assertThat(read(guest, 1)).hasSize(1).containsValue(false);
            api.started.take().complete(Bytes.utf8("y"));
            assertThat(read(guest, HostCalls.MAX_STARTED)).hasSize(HostCalls.MAX_STARTED);
            api.started.take().complete(Bytes.utf8("y"));
            api.started.take().complete(Bytes.utf8("y"));
            assertThat(read(guest, 2)).hasSize(2).doesNotContainValue(true);
        }
    }

    @Test
    void failsCallsBeyondWhatMayWait() throws IOException, InterruptedException {
        PipedInputStream pipe = new PipedInputStream();
        try (DataInputStream guest = new DataInputStream(pipe);
                HostCalls calls = new HostCalls(api, new FrameWriter(new PipedOutputStream(pipe)))) {
            int waiting = HostCalls.MAX_WAITING_BYTES / MAX_ENVELOPE_BYTES;
            int last = HostCalls.MAX_STARTED + waiting;
            for (int id = 0; id <= last; id++) {
                calls.start(call(id, MAX_ENVELOPE_BYTES));
            }
            assertThat(read(guest, 1)).containsExactly(Map.entry(last, true));
            for (int id = 0; id < last; id++) {
                api.started.take().complete(Bytes.utf8("y"));
            }
            assertThat(read(guest, last)).hasSize(last).doesNotContainValue(true);
        }
    }

    @Test
    void aBrokerThatThrowsFailsTheCallAlone() throws IOException, InterruptedException {
        PipedInputStream pipe = new PipedInputStream();
        try (DataInputStream guest = new DataInputStream(pipe);
                HostCalls calls = new HostCalls(api, new FrameWriter(new PipedOutputStream(pipe)))) {
            api.broken = true;
            calls.start(call(1, 1));
            assertThat(read(guest, 1)).containsExactly(Map.entry(1, true));
            api.broken = false;
            calls.start(call(2, 1));
            api.started.take().complete(Bytes.utf8("y"));
            assertThat(read(guest, 1)).containsExactly(Map.entry(2, false));
        }
    }

    @Test
    void callsWithOneIdOrTooLongBreakTheProtocol() throws IOException {
        PipedInputStream pipe = new PipedInputStream();
        try (HostCalls calls = new HostCalls(api, new FrameWriter(new PipedOutputStream(pipe)))) {
            calls.start(call(1, 1));
            assertThatExceptionOfType(BrokenProtocolException.class).isThrownBy(() -> calls.start(call(1, 1)));
            assertThatExceptionOfType(BrokenProtocolException.class)
                    .isThrownBy(() -> calls.start(call(2, MAX_ENVELOPE_BYTES + 1)));
            assertThatExceptionOfType(BrokenProtocolException.class).isThrownBy(() -> calls.start(call(3, 0)));
        }
    }
}
