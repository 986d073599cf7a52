package dev.plimsoll.examples.junit;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.testkit.PlimsollTest;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

@PlimsollTest(tier = Isolation.CONTAINER)
class PriceRuleTests {
    private static final BigDecimal PRICE = new BigDecimal("40");

    @Test
    void returnsWhatTheRulePrints(ScriptedSandbox scripted) {
        scripted.next(ScriptedRun.printing("30.50\n"));
        assertThat(new PriceRule(scripted.sandbox()).apply("rule", PRICE)).isEqualTo("30.50");
        assertThat(scripted.requests()).hasSize(1);
        assertThat(((JavaScriptRequest) scripted.requests().get(0)).code().text())
                .startsWith("const price = 40;");
    }

    @Test
    void refusesARuleThatFailsOrHangsOrPrintsNonsense(ScriptedSandbox scripted) {
        scripted.next(ScriptedRun.exiting(1, "30", "no"), ScriptedRun.timingOut(), ScriptedRun.printing("cheap"));
        PriceRule rule = new PriceRule(scripted.sandbox());
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> rule.apply("rule", PRICE));
        }
    }

    @Test
    void runsNothingBehindAWallThatIsTooWeak(ScriptedSandbox scripted) {
        scripted.stateTier(Isolation.NONE);
        assertThatExceptionOfType(InsufficientIsolationException.class)
                .isThrownBy(() -> new PriceRule(scripted.sandbox()).apply("rule", PRICE));
        assertThat(scripted.requests()).isEmpty();
    }

    @Test
    void everyResultHasAReceipt(ScriptedSandbox scripted) {
        scripted.next(ScriptedRun.printing("42\n"));
        JavaScriptRequest request = JavaScriptRequest.of("console.log(42)");
        assertThat(scripted.sandbox().runJavaScript(request))
                .ranBehind(Isolation.CONTAINER)
                .exitedWith(0)
                .hasStdout("42\n")
                .hasValidReceiptFor(request);
    }
}
