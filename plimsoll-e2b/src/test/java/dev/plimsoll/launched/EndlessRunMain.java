package dev.plimsoll.launched;

import dev.plimsoll.Sandbox;
import dev.plimsoll.run.JavaScriptRequest;
import java.time.Duration;

/** An application that is stopped in the middle of a run, and closes nothing. */
public final class EndlessRunMain {
    private EndlessRunMain() {}

    /** Takes where the control plane and the microVMs are, and a port that nobody listens on. */
    public static void main(String[] args) {
        Sandbox sandbox = Sandbox.builder()
                .provider("e2b")
                .option("apiUrl", args[0])
                .option("sandboxUrl", args[1])
                .option("probeHost", "127.0.0.1")
                .option("probePort", args[2])
                .open();
        sandbox.runJavaScript(JavaScriptRequest.builder("while (true) {}")
                .timeout(Duration.ofMinutes(5))
                .build());
    }
}
