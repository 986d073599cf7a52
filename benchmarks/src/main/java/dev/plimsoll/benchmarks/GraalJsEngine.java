package dev.plimsoll.benchmarks;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;

/** A fresh Context over a shared Engine, on a JVM without the Graal compiler, as most applications have it. */
final class GraalJsEngine implements JavaScriptEngine {
    private final Engine engine = Engine.newBuilder("js")
            .option("engine.WarnInterpreterOnly", "false")
            .build();

    @Override
    public String run(String source) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try (Context context =
                Context.newBuilder("js").engine(engine).out(output).build()) {
            context.eval("js", "console.log(" + source + ")");
        }
        return output.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        engine.close();
    }
}
