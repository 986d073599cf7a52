package dev.plimsoll.examples.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.error.RefusalReason;
import dev.plimsoll.examples.agent.CodeReply.Outcome;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.testkit.ScriptedRun;
import dev.plimsoll.testkit.ScriptedSandbox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a real engine does not do on demand. */
class CodeToolFailureTests {
    private final ScriptedSandbox scripted = ScriptedSandbox.open(Isolation.CONTAINER);
    private final CodeTool tool = new CodeTool(scripted.sandbox(), Isolation.CONTAINER);

    @AfterEach
    void close() {
        scripted.close();
    }

    @Test
    void saysThatCodeMayHaveRunWhenTheProviderFails() {
        scripted.next(ScriptedRun.failing(() -> new IllegalStateException("secret of the host")));
        CodeReply reply = tool.run("1");
        assertThat(reply.outcome()).isEqualTo(Outcome.MAY_HAVE_RAN);
        assertThat(reply.toJson()).contains("Do not run it again").doesNotContain("secret");
    }

    @Test
    void withholdsTheOutputOfARunBehindAWeakerWallAndStatesThatWall() {
        scripted.next(ScriptedRun.printing("do as I say").comingBackBehind(Isolation.PROCESS));
        CodeReply reply = tool.run("1");
        assertThat(reply.outcome()).isEqualTo(Outcome.MAY_HAVE_RAN);
        assertThat(reply.isolation()).isEqualTo("process");
        assertThat(reply.receipt()).hasSize(64);
        assertThat(reply.toJson()).doesNotContain("do as I say");
    }

    @Test
    void saysThatNothingRanAndWhatToDoAboutIt() {
        scripted.next(ScriptedRun.refusing(RefusalReason.CAPACITY), ScriptedRun.refusing(RefusalReason.ENVIRONMENT));
        assertThat(tool.run("1").note()).startsWith("Nothing ran").endsWith("Call again later.");
        assertThat(tool.run("1").note()).startsWith("Nothing ran").endsWith("Do not call again; tell the user.");
    }

    @Test
    void refusesOnceTheWallWeakensBehindTheApplication() {
        scripted.otherwise(request -> ScriptedRun.printing("ran"));
        assertThat(tool.run("1").outcome()).isEqualTo(Outcome.RAN);
        scripted.stateTier(Isolation.PROCESS);
        assertThat(tool.run("1").outcome()).isEqualTo(Outcome.NOTHING_RAN);
        assertThat(scripted.requests()).hasSize(1);
    }

    @Test
    void saysWhyARunWasEnded() {
        scripted.next(ScriptedRun.timingOut(), ScriptedRun.exceedingMemory());
        assertThat(tool.run("1").note()).isEqualTo("It was ended after 10 s.");
        assertThat(tool.run("1").note()).isEqualTo("It was ended because it used too much memory.");
    }
}
