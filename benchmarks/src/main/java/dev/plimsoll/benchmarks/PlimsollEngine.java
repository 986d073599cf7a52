package dev.plimsoll.benchmarks;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;

/** The whole of {@code runJavaScript}: checks, digests, record and audit line included. */
final class PlimsollEngine implements JavaScriptEngine {
    private final Sandbox sandbox = Sandbox.open("wasm");

    @Override
    public String run(String source) {
        JavaScriptResult result = sandbox.runJavaScript(JavaScriptRequest.builder("console.log(" + source + ")")
                .timeout(Duration.ofMinutes(1))
                .build());
        if (result.exitCode() != 0) {
            throw new IllegalStateException(result.stderrText());
        }
        return result.stdoutText();
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
