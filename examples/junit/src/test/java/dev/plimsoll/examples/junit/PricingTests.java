package dev.plimsoll.examples.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PricingTests {
    @Test
    void appliesARuleForReal() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Pricing.run(new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("price: 30");
    }
}
