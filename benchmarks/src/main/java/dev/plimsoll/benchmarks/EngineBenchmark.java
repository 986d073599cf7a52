package dev.plimsoll.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One run in a fresh context, of a trivial program or of one that works, on each engine. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class EngineBenchmark {
    /** The engine. */
    @Param({"plimsoll", "graaljs", "rhino", "quickjs4j", "javet"})
    public String engine = "";

    /** The program. */
    @Param({"ANSWER", "FIB", "SORT", "JSON", "REGEXP"})
    public String program = "";

    @SuppressWarnings("NullAway.Init") // by start()
    private JavaScriptEngine started;

    private Program code = Program.ANSWER;

    /** Starts the engine. */
    @Setup(Level.Trial)
    public void start() {
        code = Program.valueOf(program);
        started = JavaScriptEngine.start(engine);
        code.check(started.run(code.source()));
    }

    /** Ends it. */
    @TearDown(Level.Trial)
    public void end() {
        started.close();
    }

    /** Runs the program once. */
    @Benchmark
    public String freshRun() {
        return started.run(code.source());
    }
}
