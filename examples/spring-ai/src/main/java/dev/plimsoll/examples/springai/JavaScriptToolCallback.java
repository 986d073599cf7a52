package dev.plimsoll.examples.springai;

import dev.plimsoll.examples.agent.CodeTool;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Hands a model's code to plimsoll, as a Spring AI tool. Thread-safe.
 *
 * <p>A callback and not a {@code @Tool} method: it sees the arguments as the model gave them, and refuses what Spring AI would
 * drop or convert on the way to a method.
 */
public final class JavaScriptToolCallback implements ToolCallback {
    private static final ToolDefinition DEFINITION = ToolDefinition.builder()
            .name(CodeTool.NAME)
            .description(CodeTool.DESCRIPTION)
            .inputSchema(CodeTool.SCHEMA)
            .build();

    private final CodeTool tool;

    /** Makes a callback. */
    public JavaScriptToolCallback(CodeTool tool) {
        this.tool = tool;
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return DEFINITION;
    }

    @Override
    public String call(String arguments) {
        return tool.call(arguments);
    }
}
