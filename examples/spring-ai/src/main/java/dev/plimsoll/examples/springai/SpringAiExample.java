package dev.plimsoll.examples.springai;

import dev.plimsoll.Sandbox;
import dev.plimsoll.examples.agent.CodeTool;
import dev.plimsoll.isolation.Isolation;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;

/** Gives a chat client a tool that runs code, and prints what the tool told its model. */
public final class SpringAiExample {
    private SpringAiExample() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        ChatModel model = new ScriptedModel(CodeTool.NAME, "{\"code\":\"console.log(6 * 7)\"}");
        try (Sandbox sandbox = Sandbox.open("wasm")) {
            ChatClient client = client(model, new CodeTool(sandbox, Isolation.PROCESS));
            System.out.println(client.prompt().user("What is 6 times 7?").call().content());
        }
    }

    static ChatClient client(ChatModel model, CodeTool tool) {
        return ChatClient.builder(model)
                .defaultTools(new JavaScriptToolCallback(tool))
                .build();
    }
}
