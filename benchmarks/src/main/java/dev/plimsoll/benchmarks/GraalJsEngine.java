package dev.plimsoll.benchmarks;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;

/** A fresh Context over a shared Engine, on a JVM without the Graal compiler, as most applications have it. */
final class GraalJsEngine implements JavaScriptEngine {
    private final Engine engine = Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .build();

    @Override
    public String run(String source) {
        try (Context context = Context.newBuilder("js").engine(engine).build()) {
            return context.eval("js", source).toString();
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
