package dev.plimsoll.benchmarks;

import io.roastedroot.quickjs4j.core.Engine;
import io.roastedroot.quickjs4j.core.Runner;

/** A fresh instance of its engine in each run. */
final class Quickjs4jEngine implements JavaScriptEngine {
    @Override
    public String run(String source) {
        try (Runner runner =
                Runner.builder().withEngine(Engine.builder().build()).build()) {
            runner.compileAndExec("console.log(" + source + ");");
            return runner.stdout();
        }
    }

    @Override
    public void close() {
        // nothing is shared
    }
}
