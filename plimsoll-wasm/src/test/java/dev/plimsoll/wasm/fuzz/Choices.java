package dev.plimsoll.wasm.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import java.util.List;
import java.util.Random;

/** Where the choices come from that make a program: a fuzzer that learns, or a seeded random source. */
interface Choices {
    /** Returns a number from 0 to {@code bound - 1}. */
    int below(int bound);

    /** Returns one of several. */
    default <T> T oneOf(List<T> items) {
        return items.get(below(items.size()));
    }

    static Choices of(FuzzedDataProvider data) {
        return bound -> data.consumeInt(0, bound - 1);
    }

    static Choices of(Random random) {
        return random::nextInt;
    }
}
