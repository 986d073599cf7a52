package dev.plimsoll.testkit;

import static dev.plimsoll.testkit.PlimsollAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.error.IsolationEvidenceMismatchException;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.error.ProviderFailureException;
import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.RequestId;
import org.junit.jupiter.api.Test;

@PlimsollTest(tier = Isolation.CONTAINER)
class ScriptedSandboxTests {
    private static final JavaScriptRequest FLOORED =
            JavaScriptRequest.builder("code").floor(Isolation.CONTAINER).build();

    @Test
    void playsTheScriptAndRecordsTheRequests(ScriptedSandbox scripted, Sandbox sandbox) {
        scripted.next(ScriptedRun.printing("42\n"), ScriptedRun.exiting(3, "", "oh"));
        assertThat(sandbox.runJavaScript(FLOORED))
                .ranBehind(Isolation.CONTAINER)
                .ranAtLeastBehind(Isolation.PROCESS)
                .exitedWith(0)
                .hasStdout("42\n")
                .isNotTruncated()
                .hasValidReceiptFor(FLOORED);
        assertThat(sandbox.runJavaScript(FLOORED)).exitedWith(3).hasStderrContaining("oh");
        assertThat(scripted.requests()).containsExactly(FLOORED, FLOORED);
    }

    @Test
    void refusesBelowTheFloorAndRecordsNothing(ScriptedSandbox scripted) {
        scripted.stateTier(Isolation.PROCESS).otherwise(request -> ScriptedRun.printing("x"));
        assertThatExceptionOfType(InsufficientIsolationException.class)
                .isThrownBy(() -> scripted.sandbox().runJavaScript(FLOORED));
        scripted.failEvidence(() -> new IllegalStateException("no evidence"));
        assertThatExceptionOfType(NotDispatchedException.class)
                .isThrownBy(() -> scripted.sandbox().runJavaScript(FLOORED));
        assertThat(scripted.requests()).isEmpty();
    }

    @Test
    void playsFaults(ScriptedSandbox scripted, Sandbox sandbox) {
        scripted.next(
                ScriptedRun.refusing(RefusalReason.CAPACITY),
                ScriptedRun.refusingAs(new RequestId(1, 2)),
                ScriptedRun.failing(() -> new IllegalStateException("broken")),
                ScriptedRun.printing("x").comingBackBehind(Isolation.PROCESS),
                ScriptedRun.timingOut(),
                ScriptedRun.exceedingMemory());
        assertThatExceptionOfType(NotDispatchedException.class).isThrownBy(() -> sandbox.runJavaScript(FLOORED));
        assertThatExceptionOfType(ProviderFailureException.class).isThrownBy(() -> sandbox.runJavaScript(FLOORED));
        assertThatExceptionOfType(ProviderFailureException.class).isThrownBy(() -> sandbox.runJavaScript(FLOORED));
        assertThatExceptionOfType(IsolationEvidenceMismatchException.class)
                .isThrownBy(() -> sandbox.runJavaScript(FLOORED));
        assertThat(sandbox.runJavaScript(FLOORED)).timedOut().exitedWith(124);
        assertThat(sandbox.runJavaScript(FLOORED)).exceededMemory().exitedWith(137);
        assertThatExceptionOfType(ProviderFailureException.class)
                .as("a run without a script")
                .isThrownBy(() -> sandbox.runJavaScript(FLOORED));
    }

    @Test
    void assertionsFailOnWhatIsNotSo(ScriptedSandbox scripted, Sandbox sandbox) {
        scripted.next(ScriptedRun.printing("42"));
        var result = assertThat(sandbox.runJavaScript(FLOORED));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> result.ranBehind(Isolation.VM));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> result.ranAtLeastBehind(Isolation.KERNEL));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> result.exitedWith(1));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> result.hasStdout("41"));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> result.hasStderr("x"));
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> result.timedOut());
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> result.exceededMemory());
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> result.hasValidReceiptFor(JavaScriptRequest.of("other code")));
    }
}
