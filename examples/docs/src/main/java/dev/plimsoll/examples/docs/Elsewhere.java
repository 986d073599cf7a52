package dev.plimsoll.examples.docs;

import dev.plimsoll.Sandbox;
import dev.plimsoll.error.NotDispatchedException;
import dev.plimsoll.run.JavaScriptRequest;
import dev.plimsoll.run.JavaScriptResult;
import java.util.List;

/** Tries one sandbox after the other, as docs/results-and-errors.md shows it. */
final class Elsewhere {
    private Elsewhere() {}

    static JavaScriptResult runOnFirst(List<Sandbox> sandboxes, JavaScriptRequest request) {
        NotDispatchedException refusal = null;
        for (Sandbox sandbox : sandboxes) {
            try {
                return sandbox.runJavaScript(request);
            } catch (NotDispatchedException e) { // nothing ran; an OutcomeUnknownException goes to the caller
                if (!e.reason().retryableElsewhere()) {
                    throw e;
                }
                refusal = e;
            }
        }
        throw refusal == null ? new IllegalArgumentException("no sandbox to try") : refusal;
    }
}
