package dev.plimsoll.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.run.Output;
import org.junit.jupiter.api.Test;

/** What a sink says of bytes that were dropped before they came to it. */
class OutputSinkTests {
    private final OutputSink sink = new OutputSink(3);

    @Test
    void countsBytesDroppedOnTheirWay() {
        sink.write(new byte[] {1, 2, 3, 4});
        sink.drop(10);
        Output output = sink.toOutput();
        assertThat(output.bytes().length()).isEqualTo(3);
        assertThat(output.droppedBytes()).isEqualTo(11);
        assertThat(output.truncated()).isTrue();
        assertThat(sink.received()).isEqualTo(14);
    }

    @Test
    void saysNothingOfNothingDropped() {
        sink.drop(0);
        assertThat(sink.toOutput()).isEqualTo(Output.empty());
    }

    @Test
    void staysAtTheMostThatCanBeCounted() {
        sink.write(new byte[] {1, 2, 3});
        sink.drop(Long.MAX_VALUE);
        sink.drop(Long.MAX_VALUE);
        sink.write(new byte[] {4});
        assertThat(sink.toOutput().droppedBytes()).isEqualTo(Long.MAX_VALUE - 3);
        assertThat(sink.received()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void refusesANegativeCount() {
        assertThatIllegalArgumentException().isThrownBy(() -> sink.drop(-1));
    }
}
