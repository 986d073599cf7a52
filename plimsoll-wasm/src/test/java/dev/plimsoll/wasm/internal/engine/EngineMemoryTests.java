package dev.plimsoll.wasm.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations on many bytes at once, which are long enough to be stopped in the middle. */
class EngineMemoryTests {
    private static final int PAGES = 40;
    private static final int SIZE = PAGES * EngineMemory.PAGE;

    private final byte[] bytes = new byte[SIZE];
    private final EngineMemory memory = new EngineMemory(bytes, PAGES, 2 * PAGES, 0, EngineRunner.idleHost());

    @ParameterizedTest
    @CsvSource({
        "0, 100, 2000000", // overlapping, towards the front
        "100, 0, 2000000", // towards the back
        "1, 0, 65536",
        "1, 0, 65537",
        "70000, 0, 65537",
        "0, 70000, 200000",
        "500, 500, 1000000",
        "0, 1300000, 1300000",
        "3, 9, 0"
    })
    void copiesAsIfThroughACopy(int target, int source, int length) {
        new Random(1).nextBytes(bytes);
        byte[] expected = bytes.clone();
        System.arraycopy(bytes.clone(), source, expected, target, length);

        EngineMemory.copy(target, source, length, memory);

        assertThat(Arrays.mismatch(bytes, expected)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"0, 2000000", "7, 65536", "7, 65537", "1, 0"})
    void fillsWhatItIsToldTo(int address, int length) {
        byte[] expected = bytes.clone();
        Arrays.fill(expected, address, address + length, (byte) 9);

        EngineMemory.fill(address, (byte) 9, length, memory);

        assertThat(Arrays.mismatch(bytes, expected)).isEqualTo(-1);
    }

    @Test
    void leavesACopyAndAFillOfManyBytesWhenStopped() {
        memory.stop();

        assertThatThrownBy(() -> EngineMemory.copy(0, 100, 1_000_000, memory)).isInstanceOf(EngineStopped.class);
        assertThatThrownBy(() -> EngineMemory.fill(0, (byte) 1, 1_000_000, memory))
                .isInstanceOf(EngineStopped.class);
    }

    @Test
    void refusesRangesOutsideOfTheMemory() {
        assertThatThrownBy(() -> EngineMemory.copy(SIZE - 10, 0, 1_000_000, memory))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> EngineMemory.fill(0, (byte) 1, -1, memory))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> EngineMemory.copy(0, 0, -1, memory)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void doesNotGrowForARunThatIsOver() {
        memory.stop();

        assertThatThrownBy(() -> EngineMemory.grow(1, memory)).isInstanceOf(EngineStopped.class);
    }

    @Test
    void leavesTheGrowthOfALargeMemoryWhenTheRunIsOverOnTheWay() {
        var growing = new EngineMemory(bytes, PAGES, 2 * PAGES, 0, EngineRunner.hostOverAfter(2));

        assertThatThrownBy(() -> EngineMemory.grow(1, growing)).isInstanceOf(EngineStopped.class);
        assertThat(growing.bytes()).isSameAs(bytes);
        assertThat(EngineMemory.pages(growing)).isEqualTo(PAGES);
    }

    @Test
    void keepsWhatItHoldsWhenItGrows() {
        new Random(1).nextBytes(bytes);
        var growing = new EngineMemory(bytes, PAGES, 2 * PAGES, 0, EngineRunner.hostWithTime());

        assertThat(EngineMemory.grow(1, growing)).isEqualTo(PAGES);
        assertThat(growing.bytes()).startsWith(bytes);
        assertThat(Arrays.equals(
                        growing.bytes(),
                        SIZE,
                        growing.bytes().length,
                        new byte[SIZE],
                        0,
                        growing.bytes().length - SIZE))
                .isTrue();
    }

    @Test
    void growsToItsLimitAndNoFurther() {
        var growing = new EngineMemory(new byte[EngineMemory.PAGE], 1, 3, 0, EngineRunner.hostWithTime());

        assertThat(EngineMemory.grow(2, growing)).isEqualTo(1);
        assertThat(growing.growthRefused()).isFalse();
        assertThat(EngineMemory.grow(1, growing)).isEqualTo(-1);
        assertThat(growing.growthRefused()).isTrue();
        assertThat(EngineMemory.pages(growing)).isEqualTo(3);
    }
}
