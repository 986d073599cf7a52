package dev.plimsoll.examples.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.plimsoll.Sandbox;
import dev.plimsoll.examples.agent.CodeTool;
import dev.plimsoll.isolation.Isolation;

/** Gives an assistant a tool that runs code, and prints what the tool told its model. */
public final class LangChain4jExample {
    /** Models get stuck; each round costs money. */
    private static final int MOST_ROUND_TRIPS = 8;

    private LangChain4jExample() {}

    /** What an application sees of its assistant. */
    public interface Assistant {
        /** Answers a question. */
        String answer(String question);
    }

    /** Takes no arguments. */
    public static void main(String[] args) {
        ChatModel model = new ScriptedModel(CodeTool.NAME, "{\"code\":\"console.log(6 * 7)\"}");
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            Assistant assistant = assistant(model, new CodeTool(sandbox, Isolation.PROCESS));
            System.out.println(assistant.answer("What is 6 times 7?"));
        }
    }

    static Assistant assistant(ChatModel model, CodeTool tool) {
        return AiServices.builder(Assistant.class)
                .chatModel(model)
                .tools(JavaScriptTool.of(tool))
                .hallucinatedToolNameStrategy(call -> ToolExecutionResultMessage.from(
                        call, "Nothing ran: there is no such tool, only " + CodeTool.NAME + "."))
                .maxToolCallingRoundTrips(MOST_ROUND_TRIPS)
                .build();
    }
}
