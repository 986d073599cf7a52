package dev.plimsoll.benchmarks;

import org.mozilla.javascript.Context;

/** Fresh standard objects in each run, compiled to bytecode as Rhino does by default. */
final class RhinoEngine implements JavaScriptEngine {
    @Override
    public String run(String source) {
        try (Context context = Context.enter()) {
            context.setLanguageVersion(Context.VERSION_ES6);
            return Context.toString(
                    context.evaluateString(context.initSafeStandardObjects(), source, "program", 1, null));
        }
    }

    @Override
    public void close() {
        // nothing is shared
    }
}
