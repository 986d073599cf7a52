package dev.plimsoll.examples.floor;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.InsufficientIsolationException;
import dev.plimsoll.isolation.Isolation;
import dev.plimsoll.observe.RunEvent;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Asks for a stronger wall than there is, and shows that nothing ran. */
public final class Floor {
    /** Leaves a trace outside of the sandbox, if it runs. */
    private static final String CODE = "await host.get('/ran'); console.log('I ran')";

    private final PrintStream out;
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();

    Floor(PrintStream out) {
        this.out = out;
    }

    /** Takes no arguments. */
    public static void main(String[] args) throws IOException {
        new Floor(System.out).show();
    }

    void show() throws IOException {
        try (Witness witness = new Witness()) {
            try (Sandbox sandbox =
                    Sandbox.builder().provider("wasm").listener(events::add).open()) {
                out.println("the wall:              "
                        + sandbox.describe().evidence().isolation());
                ask("floor of the request:  ", sandbox, Isolation.VM, witness);
            }
            try (Sandbox strict = Sandbox.builder()
                    .provider("wasm")
                    .floor(Isolation.CONTAINER)
                    .listener(events::add)
                    .open()) {
                ask("floor of the sandbox:  ", strict, Isolation.PROCESS, witness);
            }
            try (Sandbox sandbox =
                    Sandbox.builder().provider("wasm").listener(events::add).open()) {
                ask("a floor the wall meets:", sandbox, Isolation.PROCESS, witness);
            }
        }
    }

    private void ask(String what, Sandbox sandbox, Isolation floor, Witness witness) {
        JavaScriptRequest request = JavaScriptRequest.builder(CODE)
                .floor(floor)
                .grant(witness.grant())
                .timeout(Duration.ofSeconds(30))
                .build();
        try {
            JavaScriptResult result = sandbox.runJavaScript(request);
            out.println(what + " " + result.stdoutText().strip() + " behind " + result.isolation() + ", receipt "
                    + result.record().recordSha256());
        } catch (InsufficientIsolationException e) {
            out.println(what + " " + e.getMessage());
            out.println("    reason " + e.reason() + ", worth trying elsewhere: "
                    + e.reason().retryableElsewhere());
        }
        RunEvent event = events.get(events.size() - 1);
        out.println("    event " + event.disposition() + ", receipt "
                + (event.record().isPresent() ? "yes" : "none") + "; calls " + witness.calls() + ", credentials "
                + witness.credentials());
    }
}
