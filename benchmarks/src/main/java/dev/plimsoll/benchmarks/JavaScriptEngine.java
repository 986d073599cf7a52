package dev.plimsoll.benchmarks;

/** An engine under measurement: each run is in a fresh context that no other run shares state with. */
interface JavaScriptEngine extends AutoCloseable {
    /** Evaluates an expression in a fresh context and returns its value as text. */
    String run(String source);

    @Override
    void close();

    /** Starts an engine by the name that the benchmarks' parameter has. */
    static JavaScriptEngine start(String name) {
        return switch (name) {
            case "plimsoll" -> new PlimsollEngine();
            case "graaljs" -> new GraalJsEngine();
            case "rhino" -> new RhinoEngine();
            case "quickjs4j" -> new Quickjs4jEngine();
            case "javet" -> new JavetEngine();
            default -> throw new IllegalArgumentException(name);
        };
    }
}
