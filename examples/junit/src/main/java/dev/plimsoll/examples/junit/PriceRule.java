package dev.plimsoll.examples.junit;

import dev.plimsoll.Sandbox;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.math.BigDecimal;
import java.time.Duration;

/** A rule that a shop's customers write themselves: the part of an application that runs code it does not trust. */
public final class PriceRule {
    private final Sandbox sandbox;

    /** Runs rules in a sandbox, which stays the caller's to close. */
    public PriceRule(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    /**
     * Returns what a rule makes of a price.
     *
     * @throws IllegalArgumentException if the rule fails, takes too long or does not print one number
     */
    public BigDecimal apply(String rule, BigDecimal price) {
        JavaScriptRequest request = JavaScriptRequest.builder("const price = " + price + ";\n" + rule)
                .floor(Isolation.PROCESS)
                .timeout(Duration.ofSeconds(2))
                .build();
        JavaScriptResult result = sandbox.runJavaScript(request);
        if (result.timedOut() || result.exitCode() != 0 || result.truncated()) {
            throw new IllegalArgumentException("the rule failed with exit code " + result.exitCode());
        }
        return new BigDecimal(result.stdoutText().strip()); // NumberFormatException is an IllegalArgumentException
    }
}
