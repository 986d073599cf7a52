package dev.plimsoll.examples.docs;

import com.sun.net.httpserver.HttpServer;
import dev.plimsoll.Sandbox;
import dev.plimsoll.SandboxBuilder;
import dev.plimsoll.e2b.E2bGuard;
import dev.plimsoll.e2b.E2bProvider;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.run.ProjectRequest;
import dev.plimsoll.run.ProjectResult;
import dev.plimsoll.secret.Secret;
import java.net.URI;

/** Opens sandboxes outside of this process, as docs/docker.md and docs/e2b.md show it. */
final class StrongerWalls {
    private StrongerWalls() {}

    static ProjectResult inAContainer(String image) {
        try (Sandbox sandbox = Sandbox.builder()
                .provider("docker")
                .option("image", image)
                .option("runtime", "runsc")
                .floor(Isolation.KERNEL)
                .open()) {
            return sandbox.runProject(ProjectRequest.builder()
                    .file("sum.js", "console.log([1, 2, 3].reduce((a, b) => a + b))")
                    .step("node sum.js > sum.txt")
                    .artifact("sum.txt")
                    .build());
        }
    }

    static JavaScriptResult inAMicroVm(String key) {
        try (Sandbox sandbox = Sandbox.builder()
                .provider("e2b")
                .option("apiKey", Secret.of(key)) // or the environment variable E2B_API_KEY
                .option("owner", "billing-worker-1")
                .floor(Isolation.VM)
                .open()) {
            return sandbox.runJavaScript(JavaScriptRequest.of("console.log(6 * 7)"));
        }
    }

    static SandboxBuilder guarded(HttpServer server) {
        E2bGuard guard = new E2bGuard(URI.create("https://guard.example.com/plimsoll"));
        server.createContext("/plimsoll", guard.httpHandler()); // the JDK's server, behind TLS
        // or, in a servlet container: new E2bGuardServlet(guard)
        SandboxBuilder builder = Sandbox.builder().provider(new E2bProvider(guard));
        return builder;
    }
}
