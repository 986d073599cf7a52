package dev.plimsoll.examples.minimal;

import dev.plimsoll.Sandbox;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.time.Duration;

/** Runs one snippet in this process and prints what came back, with the receipt. */
public final class Minimal {
    private Minimal() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        JavaScriptRequest request = JavaScriptRequest.builder("console.log(6 * 7)")
                .floor(Isolation.PROCESS)
                .timeout(Duration.ofSeconds(2))
                .build();
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            JavaScriptResult result = sandbox.runJavaScript(request);
            Receipts.check(request, result);
            System.out.println("provider:  " + result.provider());
            System.out.println("isolation: " + result.isolation());
            System.out.println("exit code: " + result.exitCode());
            System.out.println("timed out: " + result.timedOut());
            System.out.println("truncated: " + result.truncated());
            System.out.println("duration:  " + result.duration().toMillis() + " ms");
            System.out.println("stdout:    " + result.stdoutText().strip());
            System.out.println("receipt:   " + result.record().recordSha256() + " (checked)");
        }
    }
}
