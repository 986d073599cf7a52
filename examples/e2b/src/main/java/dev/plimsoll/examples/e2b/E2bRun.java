package dev.plimsoll.examples.e2b;

import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.receipt.Receipts;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.PrintStream;
import java.time.Duration;

/** Runs one snippet in a microVM at E2B. With no key it says what is missing, and creates nothing. */
public final class E2bRun {
    private E2bRun() {}

    /** Takes no arguments; the key is in the environment variable {@code E2B_API_KEY}. */
    public static void main(String[] args) {
        if (System.getenv("E2B_API_KEY") == null) {
            System.out.println(
                    "Set E2B_API_KEY to run this. It creates two microVMs, one to test the wall and one to run in,");
            System.out.println("of some seconds each; E2B charges for them.");
            return;
        }
        run(Sandbox.builder(), System.out);
    }

    static void run(SandboxBuilder builder, PrintStream out) {
        try (Sandbox sandbox = builder.provider("e2b").floor(Isolation.VM).open()) {
            run(sandbox, out);
        } catch (NotDispatchedException e) { // a key that is refused, no room, nobody who answers
            out.println("nothing ran: " + e.getMessage());
        }
    }

    static void run(Sandbox sandbox, PrintStream out) {
        JavaScriptRequest request = JavaScriptRequest.builder("console.log(process.version, 6 * 7)")
                .floor(Isolation.VM)
                .timeout(Duration.ofSeconds(30))
                .build();
        JavaScriptResult result = sandbox.runJavaScript(request);
        Receipts.check(request, result);
        out.println("isolation: " + result.isolation());
        out.println("exit code: " + result.exitCode());
        out.println("stdout:    " + result.stdoutText().strip());
        out.println("receipt:   " + result.record().recordSha256() + " (checked)");
    }
}
