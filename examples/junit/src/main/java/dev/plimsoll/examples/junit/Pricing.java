package dev.plimsoll.examples.junit;

import dev.plimsoll.Sandbox;
import java.io.PrintStream;
import java.math.BigDecimal;

/** Applies a rule for real. */
public final class Pricing {
    private Pricing() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        run(System.out);
    }

    static void run(PrintStream out) {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            BigDecimal price = new PriceRule(sandbox).apply("console.log(price * 0.75)", new BigDecimal("40"));
            out.println("price: " + price);
        }
    }
}
