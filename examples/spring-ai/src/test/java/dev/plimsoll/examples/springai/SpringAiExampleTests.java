package dev.plimsoll.examples.springai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Sandbox;
import dev.plimsoll.examples.agent.CodeTool;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.observe.RunEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.ToolResponseMessage;

/** Through {@code ChatClient}, as an application does. */
@Timeout(120)
class SpringAiExampleTests {
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private final Sandbox sandbox =
            Sandbox.builder().provider("wasm").listener(events::add).open();

    @AfterEach
    void close() {
        sandbox.close();
    }

    @Test
    void tellsTheModelTierReceiptAndOutput() {
        String told = ask(Isolation.PROCESS, "{\"code\":\"console.log(6 * 7)\"}");
        String receipt = events.get(0).record().orElseThrow().recordSha256();
        assertThat(told)
                .startsWith("{\"outcome\":\"ran\"")
                .contains("\"isolation\":\"process\"", "\"receipt\":\"" + receipt + "\"", "\"stdout\":\"42\\n\"");
    }

    @Test
    void tellsTheModelWhatItsCodeDidWrong() {
        assertThat(ask(Isolation.PROCESS, "{\"code\":\"undefined.x\"}")).contains("\"exitCode\":1", "TypeError");
    }

    @Test
    void cutsBigOutput() {
        assertThat(ask(Isolation.PROCESS, "{\"code\":\"console.log('x'.repeat(1e6))\"}"))
                .hasSizeLessThan(10_000)
                .contains("Output was cut");
    }

    @Test
    void runsNothingBelowTheFloorOfTheApplication() {
        assertThat(ask(Isolation.VM, "{\"code\":\"1\"}")).contains("nothing_ran", "demands vm");
        assertThat(events)
                .singleElement()
                .satisfies(event -> assertThat(event.disposition()).isEqualTo(RunEvent.Disposition.REFUSED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":\"1\",\"floor\":\"none\"}",
                "{\"code\":42}",
                "{\"code\":null}",
                "{\"toolContext\":{\"floor\":\"none\"},\"code\":\"1\"}",
                "not json"
            })
    void refusesArgumentsThatAreNotTheCodeAlone(String arguments) {
        assertThat(ask(Isolation.PROCESS, arguments)).contains("nothing_ran", "Nothing ran");
        assertThat(events).isEmpty();
    }

    private String ask(Isolation floor, String arguments) {
        ScriptedModel model = new ScriptedModel(CodeTool.NAME, arguments);
        String answer = SpringAiExample.client(model, new CodeTool(sandbox, floor))
                .prompt()
                .user("Compute something.")
                .call()
                .content();
        assertThat(model.prompts()).hasSize(2);
        List<String> told = model.prompts().get(1).getInstructions().stream()
                .filter(ToolResponseMessage.class::isInstance)
                .map(message ->
                        ((ToolResponseMessage) message).getResponses().get(0).responseData())
                .toList();
        assertThat(told).hasSize(1);
        assertThat(answer).isEqualTo("The tool said " + told.get(0));
        return told.get(0);
    }
}
