package dev.plimsoll.benchmarks;

/** The least that an application does: start an engine, run one expression, end. Timed from outside. */
final class ColdStart {
    private ColdStart() {}

    /** Takes the engine's name. */
    public static void main(String[] args) {
        try (JavaScriptEngine engine = JavaScriptEngine.start(args[0])) {
            Program.ANSWER.check(engine.run(Program.ANSWER.source()));
        }
    }
}
