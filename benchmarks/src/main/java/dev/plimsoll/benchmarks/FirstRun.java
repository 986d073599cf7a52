package dev.plimsoll.benchmarks;

import java.util.concurrent.TimeUnit;

/** Prints how many milliseconds a program's first run takes in a JVM that opened the engine a second before. */
final class FirstRun {
    private FirstRun() {}

    /** Takes the engine's name and the program's. */
    public static void main(String[] args) throws InterruptedException {
        Program program = Program.valueOf(args[1]);
        try (JavaScriptEngine engine = JavaScriptEngine.start(args[0])) {
            TimeUnit.SECONDS.sleep(1);
            long start = System.nanoTime();
            String value = engine.run(program.source());
            System.out.println((System.nanoTime() - start) / 1e6);
            program.check(value);
        }
    }
}
