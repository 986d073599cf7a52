package dev.plimsoll.broker.tools;

import dev.plimsoll.broker.tools.ApiModel.ApiOperation;
import dev.plimsoll.broker.tools.ApiModel.PathPart;
import dev.plimsoll.grant.HttpMethod;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the client: functions over the grant's global, with JSDoc types. Convenience; the broker decides on each call. */
final class JavaScriptClient {
    private final ApiModel api;
    private final String clientName;
    private final String globalName;

    JavaScriptClient(ApiModel api, String clientName, String globalName) {
        this.api = api;
        this.clientName = clientName;
        this.globalName = globalName;
    }

    String source() {
        StringBuilder out = new StringBuilder();
        out.append("// Made by plimsoll from the OpenAPI document of: ")
                .append(api.title())
                .append("\n// Defines the global ")
                .append(clientName)
                .append(", whose functions call ")
                .append(globalName)
                .append(".*. Do not edit: make it anew.\n{\n");
        api.types()
                .forEach((name, type) -> out.append("  /** @typedef {")
                        .append(type)
                        .append("} ")
                        .append(name)
                        .append(" */\n\n"));
        out.append("  const $host = globalThis.").append(globalName).append(";\n");
        out.append("""
                  const $segment = (name, value) => {
                    const text = String(value);
                    if (!/^[A-Za-z0-9._~!$&'()*+,=:@-]+$/.test(text) || /^\\.+$/.test(text)) {
                      throw new TypeError(`${name} cannot stand in a path: it is empty, only dots, or holds a character that is not allowed there`);
                    }
                    return text;
                  };

                """);
        out.append("  const $client = {\n    __proto__: null,\n");
        api.operations().forEach(operation -> operation(operation, out));
        out.append("  };\n  Object.defineProperty(globalThis, '")
                .append(clientName)
                .append("', { value: Object.freeze($client), enumerable: true });\n}\n");
        return out.toString();
    }

    private static void operation(ApiOperation operation, StringBuilder out) {
        out.append("\n    /**\n");
        if (!operation.summary().isEmpty()) {
            out.append("     * ").append(operation.summary()).append("\n");
        }
        for (PathPart parameter : operation.parameters()) {
            out.append("     * @param {")
                    .append(parameter.type())
                    .append("} ")
                    .append(parameter.text())
                    .append("\n");
        }
        operation
                .body()
                .ifPresent(body -> out.append("     * @param {")
                        .append(body.type())
                        .append("} ")
                        .append(body.required() ? "body" : "[body]")
                        .append("\n"));
        out.append("     * @returns {Promise<").append(operation.result()).append(">}\n     */\n");
        out.append("    ").append(operation.name()).append(": async (");
        out.append(parameters(operation))
                .append(") => $host.")
                .append(function(operation.route().method()));
        out.append("(").append(path(operation));
        if (operation.body().isPresent()) {
            out.append(", body");
        }
        out.append("),\n");
    }

    /** Returns the parameters' names, as both the client and the tool description have them. */
    static String parameters(ApiOperation operation) {
        String inPath = operation.parameters().stream().map(PathPart::text).collect(Collectors.joining(", "));
        return operation.body().isEmpty() ? inPath : inPath.isEmpty() ? "body" : inPath + ", body";
    }

    private static String function(HttpMethod method) {
        return method == HttpMethod.DELETE ? "del" : method.name().toLowerCase(Locale.ROOT);
    }

    /** A path's text holds neither a backtick nor a brace nor a backslash: a route's template cannot. */
    private static String path(ApiOperation operation) {
        StringBuilder path = new StringBuilder("`");
        for (PathPart part : operation.path()) {
            if (part.isParameter()) {
                path.append("${$segment('")
                        .append(part.text())
                        .append("', ")
                        .append(part.text())
                        .append(")}");
            } else {
                path.append(part.text());
            }
        }
        return path.append("`").toString();
    }
}
