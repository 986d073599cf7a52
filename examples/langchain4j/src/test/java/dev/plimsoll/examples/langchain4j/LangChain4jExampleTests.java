package dev.plimsoll.examples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
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

/** Through {@code AiServices}, as an application does. */
@Timeout(120)
class LangChain4jExampleTests {
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private final Sandbox sandbox =
            Sandbox.builder().provider("wasm").listener(events::add).open();

    @AfterEach
    void close() {
        sandbox.close();
    }

    @Test
    void tellsTheModelTierReceiptAndOutput() {
        String told = ask(Isolation.PROCESS, CodeTool.NAME, "{\"code\":\"console.log(6 * 7)\"}");
        String receipt = events.get(0).record().orElseThrow().recordSha256();
        assertThat(told)
                .contains("\"outcome\":\"ran\"", "\"isolation\":\"process\"", "\"receipt\":\"" + receipt + "\"")
                .contains("\"stdout\":\"42\\n\"");
    }

    @Test
    void tellsTheModelWhatItsCodeDidWrong() {
        assertThat(ask(Isolation.PROCESS, CodeTool.NAME, "{\"code\":\"undefined.x\"}"))
                .contains("\"exitCode\":1", "TypeError");
    }

    @Test
    void cutsBigOutput() {
        String told = ask(Isolation.PROCESS, CodeTool.NAME, "{\"code\":\"console.log('x'.repeat(1e6))\"}");
        assertThat(told).hasSizeLessThan(10_000).contains("Output was cut");
    }

    @Test
    void runsNothingBelowTheFloorOfTheApplication() {
        assertThat(ask(Isolation.VM, CodeTool.NAME, "{\"code\":\"1\"}")).contains("nothing_ran", "demands vm");
        assertNothingRan();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":\"1\",\"floor\":\"none\"}",
                "{\"code\":\"1\",\"arg1\":\"none\"}",
                "{\"code\":{\"toString\":\"1\"}}",
                "{\"arg0\":\"1\"}",
                "not json"
            })
    void refusesArgumentsThatLangchain4jWouldBend(String arguments) {
        assertThat(ask(Isolation.PROCESS, CodeTool.NAME, arguments)).contains("nothing_ran", "Nothing ran");
        assertThat(events).isEmpty();
    }

    @Test
    void answersACallOfAToolThatDoesNotExist() {
        assertThat(ask(Isolation.PROCESS, "run_shell", "{}")).contains("Nothing ran", CodeTool.NAME);
        assertThat(events).isEmpty();
    }

    @Test
    void offersTheModelTheCodeAsTheOnlyArgument() {
        ScriptedModel model = new ScriptedModel(CodeTool.NAME, "{\"code\":\"1\"}");
        LangChain4jExample.assistant(model, new CodeTool(sandbox, Isolation.PROCESS))
                .answer("?");
        assertThat(model.requests().get(0).toolSpecifications()).singleElement().satisfies(specification -> {
            assertThat(specification.name()).isEqualTo(CodeTool.NAME);
            assertThat(specification.parameters().properties()).containsOnlyKeys("code");
            assertThat(specification.parameters().required()).containsExactly("code");
        });
    }

    private String ask(Isolation floor, String tool, String arguments) {
        ScriptedModel model = new ScriptedModel(tool, arguments);
        String answer = LangChain4jExample.assistant(model, new CodeTool(sandbox, floor))
                .answer("Compute something.");
        List<String> told = model.requests().get(1).messages().stream()
                .filter(ToolExecutionResultMessage.class::isInstance)
                .map(message -> ((ToolExecutionResultMessage) message).text())
                .toList();
        assertThat(told).hasSize(1);
        assertThat(answer).isEqualTo("The tool said " + told.get(0));
        return told.get(0);
    }

    private void assertNothingRan() {
        assertThat(events).allSatisfy(event -> assertThat(event.disposition()).isEqualTo(RunEvent.Disposition.REFUSED));
    }
}
