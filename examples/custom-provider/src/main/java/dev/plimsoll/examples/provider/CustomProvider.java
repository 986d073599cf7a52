package dev.plimsoll.examples.provider;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;

/** Runs a snippet with a provider of its own, and shows that a floor keeps it from running another. */
public final class CustomProvider {
    private CustomProvider() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        try (Sandbox sandbox = Sandbox.open("shell")) {
            var result = sandbox.runJavaScript("echo $((6 * 7))");
            System.out.println("isolation: " + result.isolation());
            System.out.println("stdout:    " + result.stdoutText().strip());
            sandbox.runJavaScript(JavaScriptRequest.builder("echo never")
                    .floor(Isolation.PROCESS)
                    .build());
        } catch (InsufficientIsolationException e) {
            System.out.println("refused:   " + e.getMessage());
        }
    }
}
