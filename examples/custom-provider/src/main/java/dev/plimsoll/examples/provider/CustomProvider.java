package dev.plimsoll.examples.provider;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import java.io.PrintStream;

/** Runs a snippet with a provider of its own, and shows that a floor keeps it from running another. */
public final class CustomProvider {
    private CustomProvider() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    static void run(PrintStream out) {
        try (Sandbox sandbox = Sandbox.open("shell")) {
            var result = sandbox.runJavaScript("echo $((6 * 7))");
            out.println("isolation: " + result.isolation());
            out.println("stdout:    " + result.stdoutText().strip());
            sandbox.runJavaScript(JavaScriptRequest.builder("echo never")
                    .floor(Isolation.PROCESS)
                    .build());
        } catch (InsufficientIsolationException e) {
            out.println("refused:   " + e.getMessage());
        }
    }
}
