package dev.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTests {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8191, 8192, 8193, 20_000})
    void writesAllToAStreamAndIsNotChangedByWhatTheStreamDoesToTheArrayItSees(int length) throws IOException {
        byte[] content = new byte[length];
        new Random(1).nextBytes(content);
        Bytes bytes = Bytes.copyOf(content);
        WipingStream stream = new WipingStream();
        bytes.writeTo(stream);
        assertThat(stream.written.toByteArray()).isEqualTo(content);
        assertThat(bytes.toByteArray()).isEqualTo(content);
    }

    private static final class WipingStream extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        @Override
        public void write(int one) {
            written.write(one);
        }

        @Override
        public void write(byte[] array, int offset, int length) {
            written.write(array, offset, length);
            Arrays.fill(array, (byte) 0);
        }
    }
}
