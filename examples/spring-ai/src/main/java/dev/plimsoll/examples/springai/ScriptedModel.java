package dev.plimsoll.examples.springai;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/**
 * Stands for a model: calls the tool once with given arguments, then answers with what it was told. Put a real one in its
 * place.
 */
final class ScriptedModel implements ChatModel {
    private final String tool;
    private final String arguments;
    private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

    ScriptedModel(String tool, String arguments) {
        this.tool = tool;
        this.arguments = arguments;
    }

    /** What the model was asked so far. */
    List<Prompt> prompts() {
        return List.copyOf(prompts);
    }

    @Override
    public ChatOptions getOptions() {
        return ToolCallingChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
        prompts.add(prompt);
        return new ChatResponse(List.of(new Generation(next(prompt.getInstructions()))));
    }

    private AssistantMessage next(List<Message> messages) {
        if (messages.get(messages.size() - 1) instanceof ToolResponseMessage told) {
            return new AssistantMessage(
                    "The tool said " + told.getResponses().get(0).responseData());
        }
        return AssistantMessage.builder()
                .content("")
                .toolCalls(List.of(new AssistantMessage.ToolCall("call-1", "function", tool, arguments)))
                .build();
    }
}
