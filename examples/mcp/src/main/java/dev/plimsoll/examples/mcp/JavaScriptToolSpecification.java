package dev.plimsoll.examples.mcp;

import dev.plimsoll.examples.agent.CodeReply;
import dev.plimsoll.examples.agent.CodeTool;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;

/** Describes the tool in the protocol's terms and turns its replies into the protocol's results. */
final class JavaScriptToolSpecification {
    private JavaScriptToolSpecification() {}

    static SyncToolSpecification of(CodeTool tool, McpJsonMapper json) {
        // the code reaches nothing outside of its sandbox, and may well be random
        McpSchema.ToolAnnotations annotations = McpSchema.ToolAnnotations.builder()
                .title("Run JavaScript in a sandbox")
                .readOnlyHint(true)
                .destructiveHint(false)
                .idempotentHint(false)
                .openWorldHint(false)
                .build();
        return SyncToolSpecification.builder()
                .tool(McpSchema.Tool.builder(CodeTool.NAME, json, CodeTool.SCHEMA)
                        .description(CodeTool.DESCRIPTION)
                        .annotations(annotations)
                        .build())
                .callHandler((exchange, request) -> result(tool.call(request.arguments())))
                .build();
    }

    /** Code that failed is a result; only what did not run, or nobody knows of, is an error of the tool. */
    private static McpSchema.CallToolResult result(CodeReply reply) {
        return McpSchema.CallToolResult.builder()
                .addTextContent(reply.toJson())
                .structuredContent(reply.toMap())
                .isError(reply.outcome() != CodeReply.Outcome.RAN)
                .build();
    }
}
