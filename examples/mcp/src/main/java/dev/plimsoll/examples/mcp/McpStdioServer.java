package dev.plimsoll.examples.mcp;

import dev.plimsoll.Sandbox;
import dev.plimsoll.examples.agent.CodeTool;
import dev.plimsoll.isolation.Isolation;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.PrintStream;
import java.time.Duration;

/**
 * Serves one client over standard input and output until the client closes the input; what runs then is ended. Whoever starts
 * the server chooses the wall: neither the client nor its model can.
 */
public final class McpStdioServer {
    private McpStdioServer() {}

    /** Takes the provider's id, {@code wasm} unless given, and the floor, {@code process} unless given. */
    public static void main(String[] args) throws InterruptedException {
        PrintStream protocol = System.out;
        System.setOut(System.err); // whatever else prints must not break the protocol
        String provider = args.length > 0 ? args[0] : "wasm";
        Isolation floor = args.length > 1 ? Isolation.parse(args[1]) : Isolation.PROCESS;
        McpJsonMapper json = McpJsonDefaults.getMapper();
        try (Sandbox sandbox = Sandbox.builder()
                .provider(provider)
                .floor(floor)
                .closeWait(Duration.ZERO)
                .open()) {
            StdioConnection connection = new StdioConnection(json, System.in, protocol);
            McpSyncServer server = McpServer.sync(connection)
                    .serverInfo("plimsoll", "0.1.0")
                    .capabilities(ServerCapabilities.builder().tools(false).build())
                    .tools(JavaScriptToolSpecification.of(new CodeTool(sandbox, floor), json))
                    .validateToolInputs(false) // the tool does, and says that nothing ran
                    .build();
            connection.awaitEnd();
            server.close();
        }
    }
}
