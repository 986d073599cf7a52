package dev.plimsoll.examples.junit;

import dev.plimsoll.Sandbox;
import java.math.BigDecimal;

/** Applies a rule for real. */
public final class Pricing {
    private Pricing() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            BigDecimal price = new PriceRule(sandbox).apply("console.log(price * 0.75)", new BigDecimal("40"));
            System.out.println("price: " + price);
        }
    }
}
