package dev.plimsoll.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.examples.agent.CodeTool;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server as a process, and the SDK's own client. */
@Timeout(120)
class McpStdioServerTests {
    private static McpSyncClient client;

    @BeforeAll
    static void start() {
        client = open();
    }

    @AfterAll
    static void stop() {
        client.close();
    }

    @Test
    void offersOneToolThatSaysWhatItDoes() {
        assertThat(client.listTools().tools()).singleElement().satisfies(tool -> {
            assertThat(tool.name()).isEqualTo(CodeTool.NAME);
            assertThat(tool.annotations().readOnlyHint()).isTrue();
            assertThat(tool.annotations().destructiveHint()).isFalse();
            assertThat(tool.annotations().openWorldHint()).isFalse();
            assertThat(tool.annotations().idempotentHint()).isFalse();
        });
    }

    @Test
    void statesTierAndReceiptBesideTheOutput() {
        CallToolResult result = call(client, Map.of("code", "console.log(6 * 7)"));
        assertThat(result.isError()).isFalse();
        assertThat(text(result))
                .startsWith("{\"outcome\":\"ran\"")
                .contains("\"isolation\":\"process\"", "\"stdout\":\"42\\n\"");
        assertThat(result.structuredContent())
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("isolation", "process")
                .hasEntrySatisfying(
                        "receipt", receipt -> assertThat(receipt.toString()).matches("[0-9a-f]{64}"));
    }

    @Test
    void givesErrorsOfTheCodeBackAsAResult() {
        CallToolResult result = call(client, Map.of("code", "undefined.x"));
        assertThat(result.isError()).isFalse();
        assertThat(text(result)).contains("\"exitCode\":1", "TypeError");
    }

    @Test
    void cutsBigOutput() {
        assertThat(text(call(client, Map.of("code", "console.log('x'.repeat(1e6))"))))
                .hasSizeLessThan(10_000)
                .contains("Output was cut");
    }

    @Test
    void refusesArgumentsThatAreNotTheCodeAlone() {
        for (Map<String, Object> arguments :
                List.<Map<String, Object>>of(Map.of("code", "1", "floor", "none"), Map.of("code", 1), Map.of())) {
            CallToolResult result = call(client, arguments);
            assertThat(result.isError()).isTrue();
            assertThat(text(result)).contains("nothing_ran", "exactly one argument");
        }
    }

    @Test
    void runsNothingBelowTheFloorItWasStartedWith() {
        McpSyncClient strict = open("wasm", "vm");
        try {
            CallToolResult result = call(strict, Map.of("code", "1"));
            assertThat(result.isError()).isTrue();
            assertThat(text(result)).contains("nothing_ran", "demands vm");
        } finally {
            strict.close();
        }
    }

    private static McpSyncClient open(String... arguments) {
        ServerParameters server = ServerParameters.builder(ServerCommand.tool("java"))
                .args(ServerCommand.arguments(arguments))
                .build();
        McpSyncClient opened = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                .initializationTimeout(Duration.ofSeconds(60))
                .requestTimeout(Duration.ofSeconds(60))
                .build();
        opened.initialize();
        return opened;
    }

    private static CallToolResult call(McpSyncClient client, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(CodeTool.NAME).arguments(arguments).build());
    }

    private static String text(CallToolResult result) {
        assertThat(result.content()).hasSize(1);
        return ((TextContent) result.content().get(0)).text();
    }
}
