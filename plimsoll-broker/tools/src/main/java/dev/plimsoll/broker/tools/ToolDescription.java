package dev.plimsoll.broker.tools;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.plimsoll.broker.tools.ApiModel.ApiOperation;
import java.io.IOException;

/** Writes what a model is told: one tool that runs JavaScript, and the functions that the JavaScript may call. */
final class ToolDescription {
    private final ApiModel api;
    private final String clientName;

    ToolDescription(ApiModel api, String clientName) {
        this.api = api;
        this.clientName = clientName;
    }

    String json() {
        return JsonText.of(json -> {
            json.writeStartObject();
            json.writeStringField("name", "run_javascript");
            json.writeStringField("description", description());
            json.writeObjectFieldStart("input_schema");
            json.writeStringField("type", "object");
            json.writeObjectFieldStart("properties");
            json.writeObjectFieldStart("code");
            json.writeStringField("type", "string");
            json.writeStringField("description", "An ES module. What it prints with console.log is the result.");
            json.writeEndObject();
            json.writeEndObject();
            json.writeArrayFieldStart("required");
            json.writeString("code");
            json.writeEndArray();
            json.writeBooleanField("additionalProperties", false);
            json.writeEndObject();
            functions(json);
            json.writeEndObject();
        });
    }

    private void functions(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("functions");
        for (ApiOperation operation : api.operations()) {
            json.writeStartObject();
            json.writeStringField("signature", signature(operation));
            json.writeStringField("summary", operation.summary());
            json.writeStringField("route", operation.route().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private String description() {
        StringBuilder text =
                new StringBuilder("Runs JavaScript in a sandbox without a network or files. It may call these"
                        + " functions of the API; each returns a promise, which is rejected with an error that has a status if the"
                        + " call is refused or fails.\n");
        for (ApiOperation operation : api.operations()) {
            text.append("\n").append(signature(operation));
            if (!operation.summary().isEmpty()) {
                text.append(" // ").append(operation.summary());
            }
        }
        api.types()
                .forEach((name, type) ->
                        text.append("\n\ntype ").append(name).append(" = ").append(type));
        return text.append("\n").toString();
    }

    private String signature(ApiOperation operation) {
        StringBuilder signature = new StringBuilder(clientName)
                .append('.')
                .append(operation.name())
                .append('(');
        String separator = "";
        for (ApiModel.PathPart parameter : operation.parameters()) {
            signature.append(separator).append(parameter.text()).append(": ").append(parameter.type());
            separator = ", ";
        }
        if (operation.body().isPresent()) {
            ApiModel.ApiBody body = operation.body().get();
            signature
                    .append(separator)
                    .append(body.required() ? "body: " : "body?: ")
                    .append(body.type());
        }
        return signature
                .append("): Promise<")
                .append(operation.result())
                .append('>')
                .toString();
    }
}
