package dev.plimsoll.examples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Stands for a model: calls the tool once with given arguments, then answers with what it was told. Put a real one in its
 * place.
 */
final class ScriptedModel implements ChatModel {
    private final String tool;
    private final String arguments;
    private final List<ChatRequest> requests = new CopyOnWriteArrayList<>();

    ScriptedModel(String tool, String arguments) {
        this.tool = tool;
        this.arguments = arguments;
    }

    /** What the model was asked so far. */
    List<ChatRequest> requests() {
        return List.copyOf(requests);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        return ChatResponse.builder().aiMessage(next(request)).build();
    }

    private AiMessage next(ChatRequest request) {
        if (request.messages().get(request.messages().size() - 1) instanceof ToolExecutionResultMessage result) {
            return AiMessage.from("The tool said " + result.text());
        }
        return AiMessage.from(ToolExecutionRequest.builder()
                .id("call-1")
                .name(tool)
                .arguments(arguments)
                .build());
    }
}
