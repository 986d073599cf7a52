package dev.plimsoll.examples.grant;

import dev.plimsoll.Sandbox;
import dev.plimsoll.grant.CallTrace;
import dev.plimsoll.grant.Grant;
import dev.plimsoll.grant.MintedToken;
import dev.plimsoll.grant.Route;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import dev.plimsoll.secret.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Lets code in a sandbox call two routes of an API, and shows what it cannot do: call others, with the client or by hand, and
 * find the credential, anywhere.
 */
public final class GrantExample {
    /** Made anew for each start, as a minter would for each run. */
    private final String credential = "example-credential-" + Long.toHexString(System.nanoTime());

    private final PrintStream out;

    GrantExample(PrintStream out) {
        this.out = out;
    }

    /** Takes no arguments; ends with exit code 1 if the credential was found where it must not be. */
    public static void main(String[] args) throws IOException {
        if (!new GrantExample(System.out).run()) {
            System.exit(1);
        }
    }

    /** Returns whether all is as it should be. */
    boolean run() throws IOException {
        try (StaffApi api = new StaffApi(credential);
                Sandbox sandbox = Sandbox.open("wasm")) {
            Grant grant = grant(api, Route.get("/v1/employees/*"));

            JavaScriptResult allowed = run(sandbox, grant, "console.log(await host.get('/v1/employees/7'))");
            out.println("allowed:          " + text(allowed));

            String forbidden =
                    "try { console.log(await host.get('/v1/salaries/7')) } catch (e) { console.log(e.status, e.message) }";
            JavaScriptResult refused = run(sandbox, grant, forbidden);
            out.println("refused:          " + text(refused));

            Grant wider = grant(api, Route.get("/v1/employees/*"), Route.get("/v1/salaries/*"));
            out.println("refused by hand:  " + text(byHand(grant)));
            out.println("wider grant:      " + text(run(sandbox, wider, forbidden)));
            out.println("the API was asked " + api.requests());
            out.println("the trace holds   " + trace(allowed) + ", and " + trace(refused));

            boolean nothingReachable = searchFromInside(sandbox, grant);
            return searchTheMemory(sandbox, grant, api) && nothingReachable;
        }
    }

    private Grant grant(StaffApi api, Route... routes) {
        Grant.Builder grant = Grant.builder(api.origin())
                .name("staff-reader")
                .scope("employees:read")
                .minter(request -> MintedToken.of(Secret.of(credential)));
        for (Route route : routes) {
            grant.allow(route);
        }
        return grant.build();
    }

    private static JavaScriptResult run(Sandbox sandbox, Grant grant, String code) {
        return sandbox.runJavaScript(JavaScriptRequest.builder(code)
                .grant(grant)
                .timeout(Duration.ofSeconds(30))
                .build());
    }

    /** As if the guest had got hold of the function under the client, which it cannot: it gets no further. */
    private static JavaScriptResult byHand(Grant grant) {
        try (Sandbox careless =
                Sandbox.builder().provider("wasm").broker(new CarelessBroker()).open()) {
            return run(careless, grant, """
                    const envelope = JSON.stringify({ method: 'GET', path: '/v1/salaries/7' });
                    const reply = JSON.parse(await hostCallItself(envelope));
                    console.log(reply.status, reply.error);
                    """);
        }
    }

    /** Searches from the guest's globals, through every property, prototype, error and stack text. */
    private boolean searchFromInside(Sandbox sandbox, Grant grant) throws IOException {
        String backwards =
                new StringBuilder(credential).reverse().toString(); // or the search would find its own source
        JavaScriptResult result = run(sandbox, grant, resource("search.js").replace("CREDENTIAL_BACKWARDS", backwards));
        out.println("from inside:      " + text(result));
        return result.exitCode() == 0 && text(result).startsWith("credential found 0 times");
    }

    /** Searches the memory of the engine, byte by byte, while the guest waits for an answer. */
    private boolean searchTheMemory(Sandbox sandbox, Grant grant, StaffApi api) throws IOException {
        EngineMemories[] seen = new EngineMemories[1];
        api.onNextRequest(() -> seen[0] = EngineMemories.dump());
        run(sandbox, grant, "globalThis.mark = 'mark-' + 6 * 7; await host.get('/v1/employees/7')");
        EngineMemories memories = seen[0];
        int marks = memories.count("mark-42");
        int credentials = memories.count(credential);
        out.println("from outside:     credential found " + credentials + " times in " + memories.size()
                + " bytes of engine memory, where the guest's own mark was found "
                + (marks > 0 ? "too" : "NOT"));
        return marks > 0 && credentials == 0;
    }

    private static String trace(JavaScriptResult result) {
        CallTrace trace = result.calls();
        return trace.calls().stream()
                        .map(call -> call.route() + " -> " + call.status())
                        .toList() + " with " + trace.denied() + " denied";
    }

    private static String text(JavaScriptResult result) {
        return (result.stdoutText() + result.stderrText()).strip();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = GrantExample.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
