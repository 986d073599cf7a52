package dev.plimsoll.e2b.internal.envd;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;

/**
 * A process to be started.
 *
 * @param command the program
 * @param arguments its arguments
 * @param environment what its environment has beyond the default user's
 * @param stdin whether it gets an input that {@link EnvdClient#sendInput} feeds; else its input is at its end at once
 */
public record ProcessSpec(String command, List<String> arguments, Map<String, String> environment, boolean stdin) {
    /** Copies the collections. */
    public ProcessSpec {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    JsonObject toJson() {
        JsonObject process = new JsonObject();
        process.addProperty("cmd", command);
        JsonArray args = new JsonArray();
        arguments.forEach(args::add);
        process.add("args", args);
        JsonObject envs = new JsonObject();
        environment.forEach(envs::addProperty);
        process.add("envs", envs);
        JsonObject start = new JsonObject();
        start.add("process", process);
        start.addProperty("stdin", stdin);
        return start;
    }

    /** Shows the program only. */
    @Override
    public String toString() {
        return "ProcessSpec[" + command + "]";
    }
}
