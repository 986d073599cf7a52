package dev.plimsoll.wasm.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plimsoll.Sandbox;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever the program, the caller gets a result whose receipt checks, in time, and the next run is right.
 *
 * <p>{@code JAZZER_FUZZ=1 mvn -pl plimsoll-wasm -am test -Dtest=EngineFuzzTests#findsNothing
 * -Dsurefire.failIfNoSpecifiedTests=false} fuzzes for half an hour, led by what of the host's code a program reaches. An
 * ordinary test run takes a fixed number of programs from a fixed seed; {@code -Dplimsoll.fuzz.programs} and
 * {@code -Dplimsoll.fuzz.seed} change them.
 */
class EngineFuzzTests {
    private static final Duration BUDGET = Duration.ofMillis(150);
    /** A loaded machine is slow, but does not make a run that never ends look as if it did. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final long MEMORY_BYTES = 8 << 20;
    private static final List<String> CORPUS = Corpus.load();

    private static Sandbox sandbox;

    @BeforeAll
    static void open() {
        sandbox = Sandbox.open("wasm");
    }

    @AfterAll
    static void close() {
        sandbox.close();
    }

    @FuzzTest(maxDuration = "30m")
    void findsNothing(FuzzedDataProvider data) {
        check(new ProgramMutator(CORPUS, Choices.of(data)).next());
    }

    @Test
    @Timeout(300)
    void findsNothingFromAFixedSeed() {
        Random random = new Random(Long.getLong("plimsoll.fuzz.seed", 20_26));
        ProgramMutator mutator = new ProgramMutator(CORPUS, Choices.of(random));
        int programs = Integer.getInteger("plimsoll.fuzz.programs", 2_000);
        for (int i = 0; i < programs; i++) {
            check(mutator.next());
        }
    }

    private static void check(String program) {
        JavaScriptRequest request = JavaScriptRequest.builder(program)
                .timeout(BUDGET)
                .memoryBytes(MEMORY_BYTES)
                .build();
        long start = System.nanoTime();
        JavaScriptResult result;
        try {
            result = sandbox.runJavaScript(request);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("the host threw on this program:\n" + program, e);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as(program).isLessThan(PATIENCE);
        Receipts.check(request, result);
        assertThat(result.stderrText()).as(program).doesNotContain("plimsoll: the engine");
        JavaScriptResult next = sandbox.runJavaScript(JavaScriptRequest.builder("console.log(6*7)")
                .timeout(PATIENCE)
                .memoryBytes(MEMORY_BYTES)
                .build());
        assertThat(next.stdoutText()).as("after:%n%s", program).isEqualTo("42\n");
    }
}
